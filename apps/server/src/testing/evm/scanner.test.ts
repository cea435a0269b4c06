import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { EvmLog } from "../../adapters/evm/evm-answers.ts";
import { SERVER_CHECKS } from "../../operations/verify/server-checks.repository.ts";
import { brokenPromises } from "../broken-promises.ts";
import { createTestContext, type TestContext } from "../test-context.ts";
import { catchUp, evmEnv, newEvmDepositor, TEST_CONTRACT, watcherOf } from "./evm-depositors.ts";
import { FakeChain, FakeSource } from "./fake-chain.ts";

let setup: TestContext;
let chain: FakeChain;
let source: FakeSource;
const opened: TestContext[] = [];

/** Opens a context that watches a new chain. */
async function open(given: Parameters<typeof evmEnv>[0] = {}): Promise<TestContext> {
  setup = await createTestContext(evmEnv(given));
  opened.push(setup);
  chain = new FakeChain(TEST_CONTRACT);
  chain.mineMany(5);
  source = new FakeSource(chain);
  return setup;
}

/** Starts to follow the chain, and opens a deposit. */
async function start(amount?: string) {
  const { context } = setup;
  const watcher = watcherOf(context, source);
  await watcher.advance();
  const customer = await newEvmDepositor(context);
  const deposit = await customer.open(amount);
  const step = () => catchUp(context, watcher);
  return { customer, deposit, watcher, step };
}

/** Mines blocks, and reads and settles after each. */
async function mine(step: () => Promise<void>, blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    chain.mine();
    await step();
  }
}

async function countOf(what: string): Promise<number> {
  const [row] = await setup.context.db.sql<{ n: bigint }[]>`
    select n from evm_count where what = ${what}`;
  return Number(row?.n ?? 0n);
}

beforeEach(() => open());
afterAll(async () => {
  for (const one of opened) {
    expect(await brokenPromises(one.context, SERVER_CHECKS)).toEqual([]);
    await one.close();
  }
});

describe("EVM deposits", () => {
  test("are credited once they have their confirmations, and not one block earlier", async () => {
    const { customer, deposit, step } = await start();
    expect(deposit.confirmationsRequired).toBe(3);
    chain.mine(chain.transaction([{ to: deposit.address, amountRaw: 500_009_999n }]));
    await step();
    expect(await customer.read(deposit)).toMatchObject({
      confirmations: 0,
      receivedAmount: "500.00",
    });
    await mine(step, 2);
    expect(await customer.read(deposit)).toMatchObject({ confirmations: 2, status: "pending" });
    expect(await customer.balance()).toBe(0n);
    await mine(step, 1);
    expect(await customer.read(deposit)).toMatchObject({ status: "completed" });
    await mine(step, 3);
    expect(await customer.balance()).toBe(50_000n);
  });

  test("above a tier's amount need more confirmations", async () => {
    const { customer, deposit, step } = await start("500.00");
    chain.mine(chain.transaction([{ to: deposit.address, amountRaw: 1_000_010_000n }]));
    await step();
    await mine(step, 5);
    expect(await customer.read(deposit)).toMatchObject({
      confirmations: 5,
      confirmationsRequired: 6,
      status: "pending",
    });
    await mine(step, 1);
    expect(await customer.balance()).toBe(100_001n);
  });

  test("wait for a finalized block where the tier says so", async () => {
    await open({ confirmations: [{ confirmations: 2, tag: "finalized" }] });
    const { customer, deposit, step } = await start();
    chain.mine(chain.transaction([{ to: deposit.address, amountRaw: 500_000_000n }]));
    const block = chain.height;
    await mine(step, 4);
    source.finalized = block - 1;
    await mine(step, 1);
    expect(await customer.balance()).toBe(0n);
    source.finalized = block;
    await mine(step, 1);
    expect(await customer.balance()).toBe(50_000n);
  });

  test("ignore and count transfers of nothing and of less than a cent", async () => {
    const { customer, deposit, step } = await start();
    const { address: to } = deposit;
    chain.mine(chain.transaction([0n, 9_999n, 20_000n].map((amountRaw) => ({ to, amountRaw }))));
    await mine(step, 4);
    expect(await customer.balance()).toBe(2n);
    expect([await countOf("ignored_zero"), await countOf("ignored_dust")]).toEqual([1, 1]);
  });

  test("credit each transfer of a transaction, whatever precedes it in the block", async () => {
    const { customer, deposit, step } = await start();
    const { address: to } = deposit;
    const two = chain.transaction([
      { to, amountRaw: 100_000_000n },
      { to, amountRaw: 100_000_000n },
    ]);
    chain.mine(two);
    await step();
    // Mined again after another transaction, its logs have other indexes.
    chain.reorganize(1);
    chain.mine(chain.transaction([{ to: `0x${"22".repeat(20)}`, amountRaw: 1n }]), two);
    await mine(step, 4);
    expect(await customer.balance()).toBe(20_000n);
  });

  test("are found once by two servers that read the same blocks", async () => {
    const { customer, deposit, watcher, step } = await start();
    const other = watcherOf(setup.context, new FakeSource(chain));
    chain.mine(chain.transaction([{ to: deposit.address, amountRaw: 500_000_000n }]));
    for (let block = 0; block < 5; block += 1) {
      await Promise.all([watcher.advance(), other.advance()]);
      await Promise.all([step(), step()]);
      chain.mine();
    }
    expect(await customer.balance()).toBe(50_000n);
  });

  test("are found after the server was down, in the blocks that it missed", async () => {
    const { customer, deposit, step } = await start();
    source.mostBlocks = 10;
    chain.mineMany(100);
    chain.mine(chain.transaction([{ to: deposit.address, amountRaw: 500_000_000n }]));
    chain.mineMany(100);
    // One run ends after ten seconds, which is not enough on a slow machine.
    const balance = async () => {
      await step();
      return customer.balance();
    };
    await expect.poll(balance, { timeout: 100_000 }).toBe(50_000n);
    // Larger ranges were tried, and refused.
    expect(Math.max(...source.ranges)).toBeGreaterThan(10);
  });

  test("are reported if the server first left out a part of a transaction", async () => {
    const { customer, deposit, step } = await start();
    const { address: to } = deposit;
    const amounts = [100_000_000n, 200_000_000n];
    chain.mine(chain.transaction(amounts.map((amountRaw) => ({ to, amountRaw }))));
    source.changeLogs = (logs) => logs.slice(1);
    await step();
    source.changeLogs = (logs) => logs;
    await mine(step, 4);
    // The second transfer was credited once. Operators learn of the first one.
    expect(await customer.balance()).toBe(20_000n);
    expect(await countOf("contradictory")).toBeGreaterThan(0);
  });

  test("are found in a block whose logs the server first left out", async () => {
    const { customer, deposit, step } = await start();
    chain.mine(chain.transaction([{ to: deposit.address, amountRaw: 500_000_000n }]));
    source.changeLogs = () => [];
    await step();
    source.changeLogs = (logs) => logs;
    await mine(step, 3);
    expect(await customer.balance()).toBe(50_000n);
  });
});

/** Returns a function that changes every log. */
function changing(change: Partial<EvmLog>): (logs: EvmLog[]) => EvmLog[] {
  return (logs) => logs.map((log) => ({ ...log, ...change }));
}

describe("an RPC server that lies", () => {
  test.each<[string, Partial<Pick<FakeSource, "fault" | "lag" | "changeLogs">>]>([
    ["is unreachable", { fault: "unreachable" }],
    ["sends another shape", { fault: "invalid" }],
    ["sends too much", { fault: "too_large" }],
    ["is behind", { lag: 3 }],
    ["repeats logs", { changeLogs: (logs) => [...logs, ...logs] }],
    ["names another block", { changeLogs: changing({ blockHash: `0x${"ab".repeat(32)}` }) }],
    ["names another contract", { changeLogs: changing({ address: `0x${"cd".repeat(20)}` }) }],
    ["reports removed logs", { changeLogs: changing({ removed: true }) }],
  ])("moves nothing if it %s, and everything once it is right again", async (_, lie) => {
    const { customer, deposit, watcher, step } = await start();
    const { context } = setup;
    const before = await context.db.sql`select scanned_to from evm_chain`;
    chain.mine(chain.transaction([{ to: deposit.address, amountRaw: 500_000_000n }]));
    Object.assign(source, lie);
    await expect(watcher.advance()).rejects.toMatchObject({ name: "ChainStoppedError" });
    expect(await context.db.sql`select scanned_to from evm_chain`).toEqual(before);
    const [row] = await context.db.sql<{ n: number }[]>`
      select coalesce(sum(n), 0)::int as n from evm_count`;
    expect(row?.n).toBe(1);
    const right = new FakeSource(chain);
    Object.assign(source, { fault: undefined, lag: 0, changeLogs: right.changeLogs });
    await mine(step, 4);
    expect(await customer.balance()).toBe(50_000n);
  });

  test("credits nothing that its receipts do not prove", async () => {
    const { customer, deposit, step } = await start();
    chain.mine(chain.transaction([{ to: deposit.address, amountRaw: 500_000_000n }]));
    source.changeReceipt = () => undefined;
    await mine(step, 4);
    source.changeReceipt = (receipt) => receipt && { ...receipt, status: "0x0" };
    await mine(step, 1);
    source.changeReceipt = (receipt) => receipt && { ...receipt, logs: [] };
    await mine(step, 1);
    expect(await customer.balance()).toBe(0n);
    expect(await customer.read(deposit)).toMatchObject({ status: "pending" });
    source.changeReceipt = (receipt) => receipt;
    await mine(step, 1);
    expect(await customer.balance()).toBe(50_000n);
  });

  test("credits no large amount that a second server does not report", async () => {
    const rpcUrls = ["http://a.example", "http://b.example"];
    await open({ rpcUrls, secondSourceAbove: "1000.00" });
    const second = new FakeSource(new FakeChain(TEST_CONTRACT), "source 2");
    const watcher = watcherOf(setup.context, source, second);
    await watcher.advance();
    const customer = await newEvmDepositor(setup.context);
    const [small, large] = [await customer.open("1000.00"), await customer.open("1000.01")];
    const step = () => catchUp(setup.context, watcher);
    chain.mine(
      chain.transaction([{ to: small.address, amountRaw: 1_000_000_000n }]),
      chain.transaction([{ to: large.address, amountRaw: 1_000_010_000n }]),
    );
    await mine(step, 7);
    expect(await customer.balance()).toBe(100_000n);
    expect(await countOf("sources_disagree")).toBeGreaterThan(0);
    second.chain = chain;
    await mine(step, 1);
    expect(await customer.balance()).toBe(200_001n);
  });

  test("takes nothing back while a second server still has the block", async () => {
    const rpcUrls = ["http://a.example", "http://b.example"];
    await open({ rpcUrls });
    const second = new FakeSource(chain, "source 2");
    const watcher = watcherOf(setup.context, source, second);
    await watcher.advance();
    const customer = await newEvmDepositor(setup.context);
    const deposit = await customer.open();
    const step = () => catchUp(setup.context, watcher);
    chain.mine(chain.transaction([{ to: deposit.address, amountRaw: 500_000_000n }]));
    await mine(step, 4);
    expect(await customer.balance()).toBe(50_000n);
    // The first server is now on a chain of its own, which is longer.
    const other = new FakeChain(TEST_CONTRACT);
    other.mineMany(20);
    source.chain = other;
    await step();
    expect(await customer.balance()).toBe(50_000n);
    expect(await countOf("sources_disagree")).toBe(1);
  });

  test("stops the chain if the server is on another one", async () => {
    const { watcher } = await start();
    const wrong = new FakeSource(chain);
    wrong.fault = "wrong_chain";
    const started = watcherOf(setup.context, wrong, source);
    await expect(started.advance()).rejects.toMatchObject({ reason: "wrong_chain" });
    await watcher.advance();
  });
});

test("EVM deposits: are found through a reorganization right after the first start", async () => {
  const { customer, deposit, step } = await start();
  chain.reorganize(3);
  chain.mine(chain.transaction([{ to: deposit.address, amountRaw: 500_000_000n }]));
  await step();
  await mine(step, 4);
  expect(await customer.balance()).toBe(50_000n);
});
