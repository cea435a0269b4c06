import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestContext, type TestContext } from "../../testing/test-context.ts";
import { confirmEverything, depositorOf } from "../deposits/depositor.fixtures.ts";
import { settleTransfers } from "../deposits/settle-transfers.ts";
import { advanceWithdrawals } from "../payouts/advance-withdrawals.ts";
import { sandboxPayoutsOf } from "../payouts/send/payouts.ts";
import { sendPayouts } from "../payouts/send/send-payouts.ts";
import { newWithdrawer, withdrawalUuid } from "../payouts/withdrawals.fixtures.ts";
import { compare } from "./reconciliation.fixtures.ts";

const AT_ONCE = { leaseMs: 0, askMs: 0, longestPauseMs: 0, lostMs: 0 };
const TWO_DAYS = 2 * 86_400;

let setup: TestContext;
let owner: postgres.Sql;

beforeAll(async () => {
  setup = await createTestContext({ WITHDRAWAL_CANCEL_SECONDS: "0" });
  owner = postgres(setup.ownerUrl, { max: 1 });
});
afterAll(async () => {
  await owner.end();
  await setup.close();
});

const named = ({ open }: Awaited<ReturnType<typeof compare>>) =>
  open.map(({ kind, reason, difference, asset }) => `${kind} ${reason} ${difference} ${asset}`);

/** Pays a deposit until it is credited. Returns its wire id. */
async function credited(amount: string): Promise<string> {
  const { customerId } = await setup.openCustomer();
  const own = depositorOf(setup.context, customerId);
  const deposit = await own.create({ amount });
  await own.pay(deposit);
  await confirmEverything(setup.context);
  return deposit.id.slice("dep_".length);
}

/** Pays out a withdrawal. Returns its UUID. */
async function paidOut(amount: string): Promise<string> {
  const { context } = setup;
  const owner = await newWithdrawer(context);
  const asked = await owner.withdraw(await owner.quote(amount));
  const id = withdrawalUuid(asked);
  const sandbox = sandboxPayoutsOf(context);
  await sandbox.setOutcome("complete");
  await advanceWithdrawals(context);
  for (let blocks = 0; blocks < 30; blocks += 1) {
    await sendPayouts(context, AT_ONCE);
    await sandbox.mine();
  }
  expect((await owner.read(asked)).stage).toBe("completed");
  return id;
}

test("chains: credited deposits and completed payouts match", async () => {
  await credited("150.00");
  await paidOut("40.00");
  const run = await compare(setup.context, "chain");
  expect(run).toMatchObject({ state: "completed", compared: 2, open: [] });
});

test("chains: a credited deposit that no chain shows is a break", async () => {
  const id = await credited("120.00");
  setup.clock.advance(TWO_DAYS);
  expect(named(await compare(setup.context, "chain"))).toEqual([]);
  await owner`update sandbox_chain_transfer set retracted_at = now()
    where transaction_hash
      = (select transaction_hash from deposit_payment where deposit_id = ${id})`;
  const found = await compare(setup.context, "chain");
  expect(named(found)).toEqual(["missing_outside null -120.00 USDT"]);
  await owner`update sandbox_chain_transfer set retracted_at = null`;
  expect(await compare(setup.context, "chain")).toMatchObject({ closed: 1, open: [] });
});

test("chains: another amount than the ledger credited is a break", async () => {
  const id = await credited("130.00");
  const change = (by: number) => owner`
    update sandbox_chain_transfer set amount_minor = amount_minor + ${by} where transaction_hash
      = (select transaction_hash from deposit_payment where deposit_id = ${id})`;
  await change(1);
  expect(named(await compare(setup.context, "chain"))).toEqual(["amount_differs null 0.01 USDT"]);
  await change(-1);
  expect(named(await compare(setup.context, "chain"))).toEqual([]);
});

test("chains: a transfer is a break if it is not credited in a day", async () => {
  const { customerId } = await setup.openCustomer();
  const own = depositorOf(setup.context, customerId);
  await own.pay(await own.create({ amount: "140.00" }));
  await settleTransfers(setup.context);
  expect(named(await compare(setup.context, "chain"))).toEqual([]);
  setup.clock.advance(TWO_DAYS);
  const found = await compare(setup.context, "chain");
  expect(named(found)).toEqual(["missing_in_ledger confirming 140.00 USDT"]);
  await confirmEverything(setup.context);
  expect(await compare(setup.context, "chain")).toMatchObject({ closed: 1, open: [] });
});

test("chains: a payout must be at the provider as in the ledger", async () => {
  const [one, two] = [await paidOut("30.00"), await paidOut("35.00")];
  expect(named(await compare(setup.context, "chain"))).toEqual([]);
  setup.clock.advance(TWO_DAYS);
  await owner`update sandbox_payout set amount_minor = amount_minor + 5 where id = ${one}`;
  await owner`update sandbox_payout set status = 'failed' where id = ${two}`;
  const kinds = (await compare(setup.context, "chain")).open.map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual(["amount_differs", "missing_outside"]);
  await owner`update sandbox_payout set amount_minor = amount_minor - 5 where id = ${one}`;
  await owner`update sandbox_payout set status = 'completed' where id = ${two}`;
  expect(await compare(setup.context, "chain")).toMatchObject({ closed: 2, open: [] });
});
