import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Decider, ReviewCase } from "../../../back-office/cases/index.ts";
import { inTransaction } from "../../../platform/context.ts";
import { newId } from "../../../platform/ids.ts";
import { createTestContext, type TestContext } from "../../../testing/test-context.ts";
import { advanceWithdrawals } from "../advance-withdrawals.ts";
import { withdrawalCases } from "../decide-withdrawals.ts";
import { countStrangePayouts } from "../withdrawal-jobs.ts";
import { QUEUE_LIFETIME_MS } from "../withdrawal-terms.policy.ts";
import {
  brokenBooks,
  newWithdrawer,
  type Withdrawer,
  withdrawalUuid,
} from "../withdrawals.fixtures.ts";
import { sandboxPayoutsOf } from "./payouts.ts";
import { sendPayouts } from "./send-payouts.ts";

const AT_ONCE = { leaseMs: 0, askMs: 0, longestPauseMs: 0, lostMs: 0 };
const BY: Decider = { operatorId: newId(), actor: "rhea", role: "reviewer", requestId: null };

let it: TestContext;
let owner: Sql;
beforeAll(async () => {
  it = await createTestContext({ WITHDRAWAL_CANCEL_SECONDS: "0" });
  owner = postgres(it.ownerUrl, { max: 1, onnotice: () => undefined });
});
afterAll(async () => {
  // The changed orders, which the check of the ledger finds, too. Nothing else is wrong.
  const found = expect.stringContaining("every payout was instructed once, as quoted");
  expect(await brokenBooks(it.context)).toEqual([found]);
  await owner.end();
  await it.close();
});

/** A withdrawal that was approved without a review, and not sent yet. */
async function approved(amount = "20.00") {
  const payee = await newWithdrawer(it.context);
  const asked = await payee.withdraw(await payee.quote(amount));
  await advanceWithdrawals(it.context);
  return { payee, asked, id: withdrawalUuid(asked) };
}

async function countAltered(): Promise<number | undefined> {
  const read = await countStrangePayouts(it.context).read();
  return read.find(({ label }) => label === "altered")?.value;
}

async function stageOf({ payee, asked }: { payee: Withdrawer; asked: { id: string } }) {
  return (await payee.read(asked)).stage;
}

async function wasOrdered(id: string): Promise<boolean> {
  return (await sandboxPayoutsOf(it.context).list()).some((one) => one.id === id);
}

const OTHER = "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC";

test.each([
  [
    "the address",
    (sql: Sql, id: string) =>
      sql`update payout_instruction set address = ${OTHER} where withdrawal_id = ${id}`,
  ],
  [
    "the amount",
    (sql: Sql, id: string) =>
      sql`update payout_instruction set amount_minor = 1 where withdrawal_id = ${id}`,
  ],
  [
    "the network",
    (sql: Sql, id: string) =>
      sql`update payout_instruction set network = 'ERC20' where withdrawal_id = ${id}`,
  ],
  [
    "the name of its approver",
    (sql: Sql, id: string) =>
      sql`update payout_instruction set decided_by = 'nobody' where withdrawal_id = ${id}`,
  ],
  [
    "its time of approval",
    (sql: Sql, id: string) =>
      sql`update payout_instruction set decided_at = now() where withdrawal_id = ${id}`,
  ],
  [
    "its revision",
    (sql: Sql, id: string) =>
      sql`update payout_instruction set revision = revision + 1 where withdrawal_id = ${id}`,
  ],
  [
    "its approval",
    (sql: Sql, id: string) =>
      sql`update payout_instruction set revision = null, decided_by = null, decided_at = null,
      approval = null where withdrawal_id = ${id}`,
  ],
  [
    "the address in both rows",
    (sql: Sql, id: string) =>
      sql`with quote as (update withdrawal_quote set address = ${OTHER} where id = ${id})
      update payout_instruction set address = ${OTHER} where withdrawal_id = ${id}`,
  ],
  [
    "its quote",
    (sql: Sql, id: string) =>
      sql`update withdrawal_quote set receive_minor = receive_minor + 1 where id = ${id}`,
  ],
])("payouts: an order is not sent if %s was changed after the approval", async (_, change) => {
  const before = (await countAltered()) ?? 0;
  const one = await approved();
  const money = await one.payee.balance();
  await change(owner, one.id);
  await sendPayouts(it.context, AT_ONCE);
  expect(await stageOf(one)).toBe("queued");
  expect(await wasOrdered(one.id)).toBe(false);
  expect(await countAltered()).toBe(before + 1);
  expect(await one.payee.balance()).toEqual(money);
});

test("payouts: the money of an order that is not what was approved returns", async () => {
  const one = await approved();
  await owner`update payout_instruction set address = ${OTHER} where withdrawal_id = ${one.id}`;
  await sendPayouts(it.context, AT_ONCE);
  it.clock.advance(QUEUE_LIFETIME_MS / 1_000);
  await advanceWithdrawals(it.context);
  expect(await stageOf(one)).toBe("expired");
  expect(await one.payee.balance()).toEqual({ posted: 100_000n, held: 0n });
  await sendPayouts(it.context, AT_ONCE);
  expect(await wasOrdered(one.id)).toBe(false);
});

test("payouts: an approval names the operator who decided, and the step", async () => {
  const one = await approved("150.00");
  expect(await stageOf(one)).toBe("review");
  const [row] = await owner<{ id: string }[]>`
    select id from review_case where subject_id = ${one.id}`;
  const reviewCase: ReviewCase = {
    id: row?.id ?? "none",
    kind: "withdrawal",
    subjectId: one.id,
    customerId: one.payee.customerId,
    status: "open",
    revision: 1,
    amountMinor: null,
    currency: null,
    reasons: [],
    needsTwo: false,
  };
  await inTransaction(it.context.db, (tx) =>
    withdrawalCases.approve(it.context, tx, reviewCase, BY, undefined),
  );
  const [instruction] = await owner`
    select revision, decided_by from payout_instruction where withdrawal_id = ${one.id}`;
  expect(instruction).toEqual({ revision: 3, decided_by: "rhea" });
  await sendPayouts(it.context, AT_ONCE);
  expect(await wasOrdered(one.id)).toBe(true);
});

test("payouts: the application cannot change what was approved", async () => {
  const { id } = await approved();
  for (const column of ["revision", "decided_by", "decided_at", "approval", "address"]) {
    const change = it.context.db.sql.unsafe(
      `update payout_instruction set ${column} = null where withdrawal_id = '${id}'`,
    );
    await expect(change).rejects.toThrow("permission denied");
  }
});
