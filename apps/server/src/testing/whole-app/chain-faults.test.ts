import { afterAll, beforeAll, expect, test } from "vitest";
import { depositorOf } from "../../money-movement/deposits/depositor.fixtures.ts";
import { settleTransfers } from "../../money-movement/deposits/settle-transfers.ts";
import { brokenBooks } from "../../money-movement/payouts/withdrawals.fixtures.ts";
import { CustodianDouble } from "../custodian-double.ts";
import { createTestContext, type TestContext } from "../test-context.ts";

let double: CustodianDouble;
let setup: TestContext;

beforeAll(async () => {
  double = await CustodianDouble.start();
  setup = await createTestContext(double.settings);
});
afterAll(async () => {
  expect(await brokenBooks(setup.context)).toEqual([]);
  await setup.close();
  await double.stop();
});

async function newDepositor() {
  const { customerId } = await setup.openCustomer();
  return depositorOf(setup.context, customerId);
}

/** Mines blocks and polls the feed after each block. */
async function mine(blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    double.mine();
    await settleTransfers(setup.context);
  }
}

test("chain faults: a payment reorganized away before it is final is not credited", async () => {
  const depositor = await newDepositor();
  const deposit = await depositor.create({ amount: "40.00" });
  const removed = double.pay(deposit.address, "TRC20", "40.00");
  await mine(2);
  expect(await depositor.read(deposit)).toMatchObject({ confirmations: 2, status: "pending" });
  double.reorganize(removed);
  await mine(5);
  expect(await depositor.read(deposit)).toMatchObject({ confirmations: 2, status: "pending" });
  expect((await depositor.wallet()).account).toBe("0.00");
  double.pay(deposit.address, "TRC20", "40.00");
  await mine(5);
  double.repeatFeed();
  await mine(2);
  expect((await depositor.wallet()).account).toBe("40.00");
});

test("chain faults: another token sent to a deposit's address credits nothing", async () => {
  const depositor = await newDepositor();
  const deposit = await depositor.create({ amount: "40.00" });
  double.pay(deposit.address, "TRC20", "40.00", "USDC");
  await mine(5);
  expect(await depositor.read(deposit)).toMatchObject({ confirmations: 0, status: "pending" });
  expect((await depositor.wallet()).account).toBe("0.00");
});
