import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { EvmLog } from "../../adapters/evm/evm-answers.ts";
import { verifyTransfers } from "../../adapters/evm/verify-transfers.ts";
import { readOffering } from "../../back-office/offering/read-offering.ts";
import { chainOf } from "../../money-movement/deposits/chain.ts";
import { recordTransfer } from "../../money-movement/deposits/record-transfer.ts";
import { retractTransfers } from "../../money-movement/deposits/retract-transfer.ts";
import { settleTransfers } from "../../money-movement/deposits/settle-transfers.ts";
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

  test("of more than an account can have are stored in full, and not credited", async () => {
    const { customer, deposit, step } = await start();
    const amounts = [2n ** 63n, 2n ** 64n * 10_000n, 2n ** 256n - 1n];
    const { address: to } = deposit;
    chain.mine(chain.transaction(amounts.map((amountRaw) => ({ to, amountRaw }))));
    await mine(step, 4);
    expect(await customer.balance()).toBe(0n);
    expect(await countOf("ignored_too_much")).toBe(3);
    const rows = await setup.context.db.sql<{ raw: string }[]>`
      select amount_raw::text as raw from evm_transfer order by place`;
    expect(rows.map(({ raw }) => BigInt(raw))).toEqual(amounts);
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

  test.each([
    ["the first", (logs: EvmLog[]) => logs.slice(1)],
    ["the last", (logs: EvmLog[]) => logs.slice(0, -1)],
  ])("are all credited if the server first left out %s of a transaction", async (_, leaveOut) => {
    const { customer, deposit, watcher, step } = await start();
    const { address: to } = deposit;
    const amounts = [100_000_000n, 200_000_000n];
    chain.mine(chain.transaction(amounts.map((amountRaw) => ({ to, amountRaw }))));
    source.changeLogs = leaveOut;
    await expect(watcher.advance()).rejects.toMatchObject({ reason: "inconsistent" });
    source.changeLogs = (logs) => logs;
    await mine(step, 4);
    expect(await customer.balance()).toBe(30_000n);
    expect(await countOf("contradictory")).toBe(0);
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
    await step();
    source.changeReceipt = () => undefined;
    await mine(step, 4);
    expect(await customer.balance()).toBe(0n);
    expect(await customer.read(deposit)).toMatchObject({ status: "pending" });
    source.changeReceipt = (receipt) => receipt && { ...receipt, status: "0x0" };
    await mine(step, 1);
    source.changeReceipt = (receipt) => receipt && { ...receipt, logs: [] };
    await expect(mine(step, 1)).rejects.toMatchObject({ reason: "inconsistent" });
    expect(await customer.balance()).toBe(0n);
    source.changeReceipt = (receipt) => receipt;
    await mine(step, 2);
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

  test("credits the real transfer if it first changed its amount everywhere", async () => {
    const { customer, deposit, step } = await start();
    chain.mine(chain.transaction([{ to: deposit.address, amountRaw: 500_000_000n }]));
    const data = `0x${9_000_000_000n.toString(16).padStart(64, "0")}`;
    const lie = (logs: EvmLog[]) => logs.map((log) => ({ ...log, data }));
    source.changeLogs = lie;
    source.changeReceipt = (receipt) => receipt && { ...receipt, logs: lie([...receipt.logs]) };
    await step();
    expect(await customer.read(deposit)).toMatchObject({ receivedAmount: "9000.00" });
    source.changeLogs = (logs) => logs;
    source.changeReceipt = (receipt) => receipt;
    await mine(step, 7);
    expect(await customer.balance()).toBe(50_000n);
    expect(await countOf("contradictory")).toBeGreaterThan(0);
    expect(await countOf("refuted")).toBe(1);
    expect(await customer.read(deposit)).toMatchObject({ receivedAmount: "500.00", notes: [] });
  });

  test("credits the real transfer if a server recorded the changed one too late", async () => {
    const { context } = setup;
    const { customer, deposit, watcher, step } = await start();
    chain.mine(chain.transaction([{ to: deposit.address, amountRaw: 500_000_000n }]));
    const data = `0x${9_000_000_000n.toString(16).padStart(64, "0")}`;
    const lie = (logs: EvmLog[]) => logs.map((log) => ({ ...log, data }));
    source.changeLogs = lie;
    source.changeReceipt = (receipt) => receipt && { ...receipt, logs: lie([...receipt.logs]) };
    await mine(step, 3);
    const [changed] = await chainOf(context).unacknowledged(10);
    source.changeLogs = (logs) => logs;
    source.changeReceipt = (receipt) => receipt;
    while ((await countOf("refuted")) === 0) {
      chain.mine();
      await watcher.advance();
    }
    await retractTransfers(context, chainOf(context), 10);
    expect(changed && (await recordTransfer(context, changed))).toBe("confirming");
    await mine(step, 7);
    expect(await customer.balance()).toBe(50_000n);
    expect(await customer.read(deposit)).toMatchObject({ receivedAmount: "500.00", notes: [] });
  });

  test("waits until a second server calls a large payment final, too", async () => {
    const rpcUrls = ["http://a.example", "http://b.example"];
    const confirmations = [{ confirmations: 2, tag: "finalized" }];
    await open({ rpcUrls, confirmations, secondSourceAbove: "100.00" });
    const second = new FakeSource(chain, "source 2");
    const watcher = watcherOf(setup.context, source, second);
    await watcher.advance();
    const customer = await newEvmDepositor(setup.context);
    const deposit = await customer.open();
    const step = () => catchUp(setup.context, watcher);
    chain.mine(chain.transaction([{ to: deposit.address, amountRaw: 500_000_000n }]));
    const block = chain.height;
    source.finalized = block;
    second.finalized = block - 1;
    await mine(step, 4);
    expect(await customer.balance()).toBe(0n);
    second.finalized = block;
    await mine(step, 1);
    expect(await customer.balance()).toBe(50_000n);
  });

  test("takes nothing back while the second server does not answer", async () => {
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
    // The first server is on a fork that it made up, and the second one is down.
    const other = new FakeChain(TEST_CONTRACT);
    other.mineMany(20);
    source.chain = other;
    second.fault = "unreachable";
    await expect(watcher.advance()).rejects.toMatchObject({ name: "ChainStoppedError" });
    expect(await customer.balance()).toBe(50_000n);
    // Both agree on a real reorganization.
    chain.reorganize(6);
    source.chain = chain;
    second.fault = undefined;
    await step();
    expect(await customer.balance()).toBe(0n);
  });

  test("delays no payment behind others that it cannot prove", async () => {
    const { customer, deposit, step } = await start();
    const { address: to } = deposit;
    const unproven = chain.transaction(
      [1n, 2n, 3n].map((n) => ({ to, amountRaw: n * 1_000_000n })),
    );
    chain.mine(unproven, chain.transaction([{ to, amountRaw: 500_000_000n }]));
    await step();
    source.changeReceipt = () => undefined;
    await mine(step, 4);
    expect(await customer.balance()).toBe(0n);
    source.changeReceipt = (one) => (one?.transactionHash === unproven.hash ? undefined : one);
    const settings = onlyChain(setup.context);
    await verifyTransfers(setup.context, settings, { source, others: [], pageSize: 2 });
    await settleTransfers(setup.context);
    expect(await customer.balance()).toBe(50_000n);
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

test("EVM deposits: only the program's networks are offered, with their confirmations", () => {
  expect(readOffering(setup.context).depositNetworks).toEqual([
    {
      network: "ERC20",
      assets: ["USDT"],
      confirmations: [
        { upTo: "1000.00", blocks: 3 },
        { upTo: null, blocks: 6 },
      ],
    },
  ]);
});

test("EVM deposits: are found through a reorganization right after the first start", async () => {
  const { customer, deposit, step } = await start();
  chain.reorganize(3);
  chain.mine(chain.transaction([{ to: deposit.address, amountRaw: 500_000_000n }]));
  await step();
  await mine(step, 4);
  expect(await customer.balance()).toBe(50_000n);
});
