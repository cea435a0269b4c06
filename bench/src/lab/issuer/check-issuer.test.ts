import { expect, test } from "vitest";
import type { Event } from "../history.ts";
import { compareIssuer, type IssuerRows } from "./check-issuer.ts";

/** Ann paid 4.00 of an authorization of 5.00 in two parts, and got a refund of 1.00. */
const HISTORY: readonly Event[] = [
  { type: "cardholder", customer: "ann", owned: "10000" },
  { type: "authorization", id: "a1", customer: "ann", held: 100 },
  { type: "authorization", id: "a2", customer: "ann", held: 0 },
  { type: "transaction", id: "t1", customer: "ann", amount: -300 },
  { type: "transaction", id: "t1b", customer: "ann", amount: -100 },
  { type: "transaction", id: "t2", customer: "ann", amount: 100 },
];

const ROWS: IssuerRows = {
  held: [{ id: "a1", remaining: "100" }],
  posted: [
    { id: "t1", payment: "p1" },
    { id: "t1b", payment: "p1" },
    { id: "t2", payment: "p2" },
  ],
  moved: [
    { payment: "p1", moved: "400" },
    { payment: "p2", moved: "-100" },
  ],
  owned: [{ customer: "ann", owned: "9700" }],
};

test("issuer checker: accepts a ledger that agrees with the issuer", () => {
  expect(compareIssuer(HISTORY, ROWS)).toEqual([]);
});

const lost = { ...ROWS, posted: ROWS.posted.slice(1) };
const twice = { ...ROWS, moved: [{ payment: "p1", moved: "700" }, ...ROWS.moved.slice(1)] };
const unmoved = { ...ROWS, moved: ROWS.moved.slice(1) };
const invented = { ...ROWS, posted: [...ROWS.posted, { id: "t3", payment: "p3" }] };

test.each<[string, IssuerRows, string]>([
  ["a hold that was not released", { ...ROWS, held: [{ id: "a2", remaining: "5" }] }, "holds 5"],
  ["a hold that was lost", { ...ROWS, held: [] }, "holds 0, and 100"],
  ["an invented hold", { ...ROWS, held: [...ROWS.held, { id: "b", remaining: "1" }] }, "not exist"],
  ["a lost transaction", lost, "moved nothing"],
  ["a doubled transaction", twice, "moved 700"],
  ["a transaction that moved nothing", unmoved, "moved nothing"],
  ["an invented transaction", invented, "does not exist"],
  ["money from nowhere", { ...ROWS, owned: [{ customer: "ann", owned: "9701" }] }, "owns 9701"],
])("issuer checker: finds %s", (_, rows, fault) => {
  expect(compareIssuer(HISTORY, rows).join("\n")).toContain(fault);
});

test("issuer checker: finds a lie that was believed", () => {
  const misled: Event = { type: "misled", message: "a message", answer: "200" };
  expect(compareIssuer([...HISTORY, misled], ROWS)).toEqual(["a message was answered 200"]);
});
