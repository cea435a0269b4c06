import { expect, test } from "vitest";
import type { Event } from "../history.ts";
import { compareMails, comparePayments, comparePayouts } from "./check-partners.ts";

const PAYMENT: Event = {
  type: "payment",
  customer: "ann",
  transaction: "t1",
  amount: "20.00",
  isReorganized: false,
};
const CREDITED = {
  transaction: "t1",
  customer: "ann",
  amount: "2000",
  credit: "1990",
  transfers: 1,
  moved: "1990",
} as const;
const WITHDRAWAL: Event = {
  type: "withdrawal",
  customer: "ann",
  quote: "q1",
  withdrawal: "w1",
  code: "",
  total: "21.50",
  arrives: "20.00",
};
const PAID: Event = { type: "paid", withdrawal: "w1", amount: "20.00" };
const WITHDRAWN = {
  id: "w1",
  state: "completed",
  holds: 1,
  held: "2150",
  captured: "2150",
  remaining: "0",
} as const;
const CODE: Event = { type: "code", email: "a@example.com", isAccepted: true };
const MAIL: Event = { type: "mail", to: "a@example.com", messageId: "<1>" };

test("partner checker: accepts correct payments, payouts and mails", () => {
  expect(comparePayments([PAYMENT], [CREDITED])).toEqual([]);
  expect(comparePayments([{ ...PAYMENT, isReorganized: true }], [])).toEqual([]);
  expect(comparePayouts([WITHDRAWAL, PAID], [WITHDRAWN])).toEqual([]);
  const reviewed = { ...WITHDRAWN, state: "review", captured: "0", remaining: "2150" };
  expect(comparePayouts([WITHDRAWAL], [reviewed])).toEqual([]);
  expect(compareMails([CODE, MAIL, MAIL])).toEqual([]);
});

test.each([
  ["a lost payment", [PAYMENT], []],
  ["a payment credited twice", [PAYMENT], [CREDITED, CREDITED]],
  ["a payment whose movement has two transfers", [PAYMENT], [{ ...CREDITED, transfers: 2 }]],
  ["another amount", [PAYMENT], [{ ...CREDITED, amount: "2001" }]],
  ["another customer", [PAYMENT], [{ ...CREDITED, customer: "bob" }]],
  ["a credit of something reorganized", [{ ...PAYMENT, isReorganized: true }], [CREDITED]],
  ["a payment that was never made", [], [CREDITED]],
])("partner checker: finds %s", (_, events, rows) => {
  expect(comparePayments(events as Event[], rows)).toHaveLength(1);
});

test.each([
  ["an unpaid withdrawal", [WITHDRAWAL], [WITHDRAWN]],
  ["a withdrawal paid twice", [WITHDRAWAL, PAID, PAID], [WITHDRAWN]],
  ["a paid one under review", [WITHDRAWAL, PAID], [{ ...WITHDRAWN, state: "review" }]],
  ["another amount", [WITHDRAWAL, { ...PAID, amount: "21.00" }], [WITHDRAWN]],
  ["money that stayed", [WITHDRAWAL, PAID], [{ ...WITHDRAWN, captured: "0", remaining: "2150" }]],
  ["a paid one that was returned", [WITHDRAWAL, PAID], [{ ...WITHDRAWN, state: "declined" }]],
  ["a payout without a withdrawal", [PAID], []],
])("partner checker: finds %s among withdrawals", (_, events, rows) => {
  expect(comparePayouts(events as Event[], rows)).toHaveLength(1);
});

test.each([
  ["a missing mail", [CODE]],
  ["two mails for one request", [CODE, MAIL, { ...MAIL, messageId: "<2>" }]],
])("partner checker: finds %s", (_, events) => {
  expect(compareMails(events as Event[])).toHaveLength(1);
});
