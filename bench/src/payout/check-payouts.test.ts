import type { Sql } from "postgres";
import { expect, test } from "vitest";
import { checkPayouts, type PayoutTruth } from "./check-payouts.ts";

const ADDRESS = `0x${"A".repeat(40)}`;
const HASH = `0x${"1".repeat(64)}`;

const COMPLETED = {
  id: "one",
  state: "completed",
  hash: HASH as string | null,
  isPaidOut: true,
  isReturned: false,
};

const TRUTH: PayoutTruth = {
  asked: [
    {
      ...{ id: "one", customerId: "customer", address: ADDRESS },
      ...{ receiveAmount: "59.40", total: "61.00" },
    },
  ],
  paid: [{ transactionHash: HASH, to: ADDRESS.toLowerCase(), amountRaw: 59_400_000n }],
  startMinor: 100_000n,
  fundedRaw: 100_000_000n,
  heldRaw: 40_600_000n,
};

/** Answers the checker's statements as a database with these rows would. */
function databaseOf(rows: readonly object[], posted = "93900", held = "0"): Sql {
  const answer = async ([text = ""]: TemplateStringsArray) =>
    text.includes("ledger.account") ? [{ customer: "customer", posted, held }] : rows;
  return answer as never;
}

test("lab:payout: its checker finds nothing wrong if a withdrawal was paid once", async () => {
  expect(await checkPayouts(databaseOf([COMPLETED]), TRUTH)).toEqual([]);
});

test("lab:payout: its checker finds nothing wrong if the money returned", async () => {
  const failed = { ...COMPLETED, state: "failed", hash: null, isPaidOut: false, isReturned: true };
  const truth = { ...TRUTH, paid: [], heldRaw: TRUTH.fundedRaw };
  expect(await checkPayouts(databaseOf([failed], "100000"), truth)).toEqual([]);
});

const [paid] = TRUTH.paid;
const other = { transactionHash: `0x${"2".repeat(64)}`, to: ADDRESS.toLowerCase() };

test.each([
  ["is lost", [], TRUTH],
  ["has no end", [{ ...COMPLETED, isPaidOut: false }], TRUTH],
  ["is paid out and returned", [{ ...COMPLETED, isReturned: true }], TRUTH],
  ["is not on the chain", [COMPLETED], { ...TRUTH, paid: [], heldRaw: TRUTH.fundedRaw }],
  [
    "is paid to another address",
    [COMPLETED],
    { ...TRUTH, paid: [{ ...paid, to: `0x${"b".repeat(40)}` }] },
  ],
  [
    "is paid another amount",
    [COMPLETED],
    { ...TRUTH, paid: [{ ...paid, amountRaw: 59_400_001n }], heldRaw: 40_599_999n },
  ],
  [
    "is paid twice",
    [COMPLETED],
    { ...TRUTH, paid: [paid, { ...other, amountRaw: 1n }], heldRaw: 40_599_999n },
  ],
  ["was asked for by nobody", [COMPLETED, { ...COMPLETED, id: "two" }], TRUTH],
  ["is in the ledger, and the wallet holds something else", [COMPLETED], { ...TRUTH, heldRaw: 1n }],
])("lab:payout: its checker finds a withdrawal that %s", async (_, rows, truth) => {
  expect(await checkPayouts(databaseOf(rows), truth as PayoutTruth)).not.toEqual([]);
});

test.each([
  ["93901", "0"],
  ["93900", "1"],
])("lab:payout: its checker finds an account with %s posted and %s held", async (posted, held) => {
  expect(await checkPayouts(databaseOf([COMPLETED], posted, held), TRUTH)).not.toEqual([]);
});
