import { expect, test } from "vitest";
import { checkHistory, compareLedger } from "./check-bank.ts";
import type { Event } from "./history.ts";

const ID = "0190a0a0-0000-7000-8000-000000000001";

/** A customer with 100.00 and 10.00 loads 5.00 for a fee of 0.18, and reads while that happens. */
const HISTORY: readonly Event[] = [
  { type: "open", customer: "ann", account: "100.00", cards: "10.00" },
  {
    type: "invoke",
    at: 10,
    customer: "ann",
    key: "k1",
    operation: "deposit",
    amount: "5.00",
    fee: "0.18",
  },
  { type: "attempt", at: 12, key: "k1", server: 0, status: 0, code: "TimeoutError" },
  {
    type: "done",
    at: 30,
    customer: "ann",
    key: "k1",
    movement: ID,
    account: "94.82",
    cards: "15.00",
  },
  { type: "snapshot", at: 5, phase: 0, cell: 0, all: "0", inside: "11000" },
  { type: "snapshot", at: 35, phase: 0, cell: 0, all: "0", inside: "11000" },
  { type: "approval", at: 36, movement: "m2", holds: 1 },
];

const ROW = {
  id: ID,
  status: "completed",
  kind: "card_deposit",
  amount: "500",
  fee: "18",
  moved: "518",
} as const;

function read(begun: number, ended: number, account: string, cards: string): Event {
  return { type: "read", begun, ended, customer: "ann", server: 1, account, cards };
}

/** Returns the history with the event at a position replaced. */
function changed(index: number, change: object): Event[] {
  return HISTORY.map((event, at) => (at === index ? ({ ...event, ...change } as Event) : event));
}

test("lab checker: accepts a correct history", () => {
  const reads = [
    read(1, 5, "100.00", "10.00"),
    read(9, 20, "100.00", "10.00"),
    read(15, 40, "94.82", "15.00"),
    read(31, 40, "94.82", "15.00"),
  ];
  expect(checkHistory([...HISTORY, ...reads])).toMatchObject({ faults: [], reads: 4 });
  expect(compareLedger(HISTORY, [ROW])).toEqual([]);
});

test.each([
  [
    "an operation without an answer",
    HISTORY.filter(({ type }) => type !== "done"),
    "never decided",
  ],
  ["a wrong balance in an answer", changed(3, { account: "94.83" }), "reported"],
  ["a stale read", [...HISTORY, read(31, 40, "100.00", "10.00")], "when it was 9482 and 1500"],
  [
    "a read of an operation from the future",
    [...HISTORY, read(1, 5, "94.82", "15.00")],
    "returned",
  ],
  ["a read of half an operation", [...HISTORY, read(15, 20, "94.82", "10.00")], "returned"],
  ["a sum that is not zero", changed(5, { all: "1" }), "the ledger's sum was 1"],
  ["a changed total", changed(5, { inside: "11001" }), "11001"],
  ["an approval without a hold", changed(6, { holds: 0 }), "had 0 holds"],
])("lab checker: finds %s", (_, events, fault) => {
  expect(checkHistory(events).faults.join("\n")).toContain(fault);
});

test.each([
  ["a lost movement", [], "in the ledger 0 times"],
  ["a movement booked twice", [ROW, ROW], "in the ledger 2 times"],
  ["another amount", [{ ...ROW, amount: "501" }], "is a completed card_deposit of 501"],
  ["another fee", [{ ...ROW, fee: "17" }], "with fee 17"],
  ["money that did not move", [{ ...ROW, moved: "500" }], "was acknowledged as"],
  ["a movement that nobody asked for", [ROW, { ...ROW, id: "other" }], "never acknowledged"],
])("lab checker: finds %s in the ledger", (_, rows, fault) => {
  expect(compareLedger(HISTORY, rows).join("\n")).toContain(fault);
});
