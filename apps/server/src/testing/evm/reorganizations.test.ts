import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { resumeChain } from "../../adapters/evm/resume-chain.ts";
import type { ChainWatcher } from "../../adapters/evm/watch-chain.ts";
import { chainOf } from "../../money-movement/deposits/chain.ts";
import { collectDepositDebts } from "../../money-movement/deposits/repay-deposit-debt.ts";
import { retractTransfers } from "../../money-movement/deposits/retract-transfer.ts";
import { SERVER_CHECKS } from "../../operations/verify/server-checks.repository.ts";
import { brokenPromises } from "../broken-promises.ts";
import { createTestContext, type TestContext } from "../test-context.ts";
import {
  catchUp,
  evmEnv,
  newEvmDepositor,
  onlyChain,
  TEST_CONTRACT,
  watcherOf,
} from "./evm-depositors.ts";
import { FakeChain, FakeSource } from "./fake-chain.ts";

let setup: TestContext;
let chain: FakeChain;
let watcher: ChainWatcher;

beforeAll(async () => {
  setup = await createTestContext(evmEnv({ keepBlocks: 64 }));
  chain = new FakeChain(TEST_CONTRACT);
  watcher = watcherOf(setup.context, new FakeSource(chain));
  await watcher.advance();
});
afterAll(async () => {
  expect(await brokenPromises(setup.context, SERVER_CHECKS)).toEqual([]);
  await setup.close();
});
beforeEach(() => {
  // Fewer blocks than are kept, so that every test starts from a chain that can be reorganized.
  chain.mineMany(64);
});

const step = () => catchUp(setup.context, watcher);

/** Opens a deposit of $500.00 and pays it. */
async function pay() {
  await step();
  const customer = await newEvmDepositor(setup.context);
  const deposit = await customer.open();
  const paid = chain.transaction([{ to: deposit.address, amountRaw: 500_000_000n }]);
  chain.mine(paid);
  await step();
  return { customer, deposit, paid };
}

/** Lets all confirmations pass. */
async function confirm(): Promise<void> {
  for (let block = 0; block < 4; block += 1) {
    chain.mine();
    await step();
  }
}

type Stage = "seen" | "confirming" | "credited" | "spent";

/** Brings a payment to a stage. */
async function payUpTo(stage: Stage) {
  const made = await pay();
  if (stage === "confirming") {
    chain.mine();
    await step();
  }
  if (stage === "credited" || stage === "spent") {
    await confirm();
    expect(await made.customer.balance()).toBe(50_000n);
  }
  if (stage === "spent") {
    await made.customer.spend(30_000n);
  }
  return made;
}

const STAGES: readonly Stage[] = ["seen", "confirming", "credited", "spent"];
/** Depths around the confirmations, and up to all blocks that are kept. */
const DEPTHS = [5, 6, 17, 40, 64];
const CASES = STAGES.flatMap((stage) => DEPTHS.map((depth) => ({ stage, depth })));

describe("a payment whose block leaves the chain", () => {
  test.each(CASES)("is taken back when $stage, $depth blocks deep", async ({ stage, depth }) => {
    const { customer, deposit, paid } = await payUpTo(stage);
    const { spent, left } = { spent: stage === "spent" ? 30_000n : 0n, left: 0n };
    expect(chain.reorganize(depth)).toContain(paid);
    await step();
    expect([await customer.balance(), await customer.owed()]).toEqual([left, -spent]);
    expect(await customer.read(deposit)).toMatchObject({
      status: "cancelled",
      notes: ["retracted"],
      receivedAmount: null,
      confirmations: 0,
    });
    // It is not credited merely because blocks follow.
    await confirm();
    expect([await customer.balance(), await customer.owed()]).toEqual([left, -spent]);

    // Mined again, it is credited once, and what was spent is repaid from it.
    chain.mine(paid);
    await step();
    expect(await customer.read(deposit)).toMatchObject({ status: "pending", notes: [] });
    await confirm();
    await collectDepositDebts(setup.context);
    expect(await customer.read(deposit)).toMatchObject({ status: "completed" });
    expect([await customer.balance(), await customer.owed()]).toEqual([50_000n - spent, 0n]);
  });

  test("is credited once, however often it leaves and returns", async () => {
    const { customer, deposit, paid } = await payUpTo("credited");
    for (let round = 0; round < 3; round += 1) {
      chain.reorganize(chain.height - blockOf(paid.hash) + 1);
      chain.mine(paid);
      await step();
      expect(await customer.balance()).toBe(0n);
      await confirm();
      expect(await customer.balance()).toBe(50_000n);
    }
    const rows = await setup.context.db.sql`
      select from deposit_retraction r join deposit_payment p on p.id = r.payment_id
      where p.customer_id = ${customer.customerId}`;
    expect(rows).toHaveLength(3);
    expect(await customer.read(deposit)).toMatchObject({ status: "completed", notes: [] });
  });

  test("is found again in another block without being missed in between", async () => {
    const { customer, paid } = await payUpTo("credited");
    chain.reorganize(chain.height - blockOf(paid.hash) + 1);
    chain.mine(paid);
    chain.mineMany(4);
    await step();
    await step();
    expect([await customer.balance(), await customer.owed()]).toEqual([50_000n, 0n]);
  });

  test("shows the customer a step that takes the money back", async () => {
    const { customer, paid } = await payUpTo("credited");
    chain.reorganize(chain.height - blockOf(paid.hash) + 1);
    await step();
    const steps = await setup.context.db.sql<{ kind: string; amount: bigint }[]>`
      select kind, amount from ledger.movement
      where customer_id = ${customer.customerId} and parent_id is not null order by created_at, id`;
    expect(steps.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["deposit", 50_000n],
      ["deposit", 50_000n],
      ["deposit_reversal", -50_000n],
    ]);
    const audit = await setup.context.db.sql`
      select from ledger.audit where customer_id = ${customer.customerId}
        and action = 'deposit.retracted'`;
    expect(audit).toHaveLength(1);
  });

  test("is withdrawn from review, and reviewed again if it returns", async () => {
    await step();
    const customer = await newEvmDepositor(setup.context);
    const deposit = await customer.open();
    const paid = chain.transaction([{ to: deposit.address, amountRaw: 1_000_000_010_000n }]);
    const cases = async () => {
      const rows = await setup.context.db.sql<{ status: string }[]>`
        select status from review_case where customer_id = ${customer.customerId}
        order by opened_at, id`;
      return rows.map(({ status }) => status);
    };
    chain.mine(paid);
    chain.mineMany(6);
    await step();
    expect(await cases()).toEqual(["open"]);
    chain.reorganize(chain.height - blockOf(paid.hash) + 1);
    await step();
    expect(await cases()).toEqual(["withdrawn"]);
    expect(await customer.read(deposit)).toMatchObject({ status: "cancelled" });
    chain.mine(paid);
    chain.mineMany(6);
    await step();
    expect(await cases()).toEqual(["withdrawn", "open"]);
    expect(await customer.balance()).toBe(0n);
  });

  test("leaves another payment of the customer alone", async () => {
    const { customer, paid } = await payUpTo("credited");
    const second = await customer.open("70.00");
    chain.mine(chain.transaction([{ to: second.address, amountRaw: 70_000_000n }]));
    await step();
    await confirm();
    expect(await customer.balance()).toBe(57_000n);
    const dropped = chain.reorganize(chain.height - blockOf(paid.hash) + 1);
    chain.mine(...dropped.filter((one) => one !== paid));
    await step();
    await confirm();
    expect([await customer.balance(), await customer.owed()]).toEqual([7_000n, 0n]);
  });
});

test("a payment that is mined again with another amount is credited with that amount", async () => {
  // As the output of a swap, which depends on the blocks before it.
  const { customer, deposit, paid } = await payUpTo("credited");
  chain.reorganize(chain.height - blockOf(paid.hash) + 1);
  await step();
  expect(await customer.balance()).toBe(0n);
  chain.mine({ ...paid, transfers: [{ to: deposit.address, amountRaw: 498_760_000n }] });
  await step();
  await confirm();
  expect(await customer.balance()).toBe(49_876n);
  expect(await customer.read(deposit)).toMatchObject({
    status: "completed",
    receivedAmount: "498.76",
    notes: ["underpaid"],
  });
});

test("a server that learned of a retraction long ago takes nothing back again", async () => {
  const { customer, paid } = await payUpTo("credited");
  chain.reorganize(chain.height - blockOf(paid.hash) + 1);
  await watcher.advance();
  const chainPort = chainOf(setup.context);
  // As a server does that stops for minutes after it has asked.
  const old = await chainPort.retracted(200);
  expect(old).toHaveLength(1);
  await step();
  chain.mine(paid);
  await step();
  await confirm();
  expect(await customer.balance()).toBe(50_000n);
  await retractTransfers(setup.context, { ...chainPort, retracted: async () => old }, 200);
  expect([await customer.balance(), await customer.owed()]).toEqual([50_000n, 0n]);
});

function blockOf(transactionHash: string): number {
  const number = chain.receipt(transactionHash)?.blockNumber;
  if (number === undefined) {
    throw new Error("the transaction is in no block");
  }
  return number;
}

test("a chain that is reorganized deeper than its kept blocks halts until resumed", async () => {
  const { context } = setup;
  const { customer, paid } = await payUpTo("credited");
  const fork = chain.height - 66;
  chain.reorganize(66);
  await expect(watcher.advance()).rejects.toMatchObject({ reason: "reorganized_too_deeply" });
  await expect(watcher.advance()).rejects.toMatchObject({ reason: "reorganized_too_deeply" });
  expect(await customer.balance()).toBe(50_000n);
  await expect(customer.open()).rejects.toMatchObject({ code: "provider_unavailable" });

  const resume = (number: number) =>
    resumeChain(context, onlyChain(context), { source: new FakeSource(chain), number });
  await expect(resume(chain.height)).rejects.toThrow("name one before");
  expect(await resume(fork)).toBe(1);
  await expect(resume(fork)).rejects.toThrow("not halted");
  await step();
  expect(await customer.balance()).toBe(0n);
  chain.mine(paid);
  await step();
  await confirm();
  expect([await customer.balance(), await customer.owed()]).toEqual([50_000n, 0n]);
});
