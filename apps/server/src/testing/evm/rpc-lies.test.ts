import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { countChainEvents } from "../../adapters/evm/chain-figures.ts";
import { createEvmRpc } from "../../adapters/evm/evm-rpc.ts";
import { createEvmSource } from "../../adapters/evm/evm-source.ts";
import { type ChainWatcher, watchChain } from "../../adapters/evm/watch-chain.ts";
import { SERVER_CHECKS } from "../../operations/verify/server-checks.repository.ts";
import { brokenPromises } from "../broken-promises.ts";
import { createTestContext, type TestContext } from "../test-context.ts";
import { catchUp, evmEnv, newEvmDepositor, onlyChain, TEST_CONTRACT } from "./evm-depositors.ts";
import { FakeChain } from "./fake-chain.ts";
import { RPC_LIES } from "./rpc-lies.ts";
import { RpcServer, type Wire } from "./rpc-server.ts";

const AMOUNT_RAW = 500_000_000n;
/** A server that drips must be given up in the test's time; honest ones answer at once. */
const PATIENT_MS = 60_000;
const IMPATIENT_MS = 500;
/** From this age on, the alert TesseraChainBehind fires. */
const OLD_SECONDS = 301;

let setup: TestContext;
let chain: FakeChain;
let server: RpcServer;
let url: string;

beforeAll(async () => {
  setup = await createTestContext(evmEnv());
  chain = new FakeChain(TEST_CONTRACT);
  chain.mineMany(5);
  server = new RpcServer(chain);
  url = await server.listen();
});
afterEach(() => server.beHonest());
afterAll(async () => {
  expect(await brokenPromises(setup.context, SERVER_CHECKS)).toEqual([]);
  await server?.close();
  await setup?.close();
});

/** Creates a watcher of the chain, as the program has one, and lets it read what there is. */
async function newWatcher(timeoutMs = PATIENT_MS, ...urls: readonly string[]) {
  const { context } = setup;
  const settings = onlyChain(context);
  const sources = [url, ...urls].map((one, place) => {
    const label = `source ${place + 1}`;
    return createEvmSource(settings, createEvmRpc({ url: one, label, batchSize: 100, timeoutMs }));
  });
  const watcher = watchChain(context, settings, { sources, leaseSeconds: 0 });
  return { watcher, step: () => catchUp(context, watcher) };
}

/** Returns the events of the chain that have been counted, as a reader of the metrics sees them. */
async function events(): Promise<Record<string, number>> {
  const figures = await countChainEvents(setup.context).read();
  const counted = figures.filter(({ gauge }) => gauge === "tessera_evm_chain_events_total");
  return Object.fromEntries(counted.map(({ labels, value }) => [labels?.event ?? "", value]));
}

/** Returns everything that an answer could move. */
async function stored() {
  const { sql } = setup.context.db;
  return {
    chain: await sql`select scanned_to, head, halted from evm_chain`,
    transfers: await sql`select id, verified_at, retracted_at from evm_transfer order by id`,
    payments: await sql`select id, credited_at from deposit_payment order by id`,
  };
}

/** Opens a deposit, and pays it in a new block that was not read yet. */
async function pay() {
  const customer = await newEvmDepositor(setup.context);
  const deposit = await customer.open();
  chain.mine(chain.transaction([{ to: deposit.address, amountRaw: AMOUNT_RAW }]));
  return customer;
}

async function confirm(step: () => Promise<void>): Promise<void> {
  for (let block = 0; block < 4; block += 1) {
    chain.mine();
    await step();
  }
}

async function expectCaught(watcher: ChainWatcher, fault: string): Promise<void> {
  const [before, counted] = [await stored(), await events()];
  await expect(watcher.advance()).rejects.toMatchObject({ reason: fault });
  expect(await stored()).toEqual(before);
  expect(await events()).toEqual({ ...counted, [fault]: (counted[fault] ?? 0) + 1 });
}

test("RPC lies: every event is a metric from the start, so the first is an increase", async () => {
  const { watcher } = await newWatcher();
  await watcher.advance();
  const counted = await events();
  expect(Object.keys(counted)).toContain("wrong_chain");
  expect(Object.keys(counted)).toContain("retracted");
  expect(new Set(Object.values(counted))).toEqual(new Set([0]));
});

test.each(RPC_LIES)(
  "RPC lies: a server that %s moves nothing and is counted; the truth is then credited once",
  async (_, fault, lie) => {
    const { watcher, step } = await newWatcher();
    await step();
    const customer = await pay();
    Object.assign(server, lie);
    const isEndless = "isEndless" in lie && lie.isEndless === true;
    const liedTo = isEndless ? (await newWatcher(IMPATIENT_MS)).watcher : watcher;
    await expectCaught(liedTo, fault);
    server.beHonest();
    await confirm(step);
    expect(await customer.balance()).toBe(50_000n);
  },
);

test.each<[string, string, RpcServer["alter"]]>([
  [
    "is on another chain",
    "wrong_chain",
    (result, { method }) => (method === "eth_chainId" ? "0x1" : result),
  ],
  [
    "has no code at the token's address",
    "wrong_token",
    (result, { method }) => (method === "eth_call" ? "0x" : result),
  ],
  [
    "has another token there",
    "wrong_token",
    (result, { method }) => (method === "eth_call" ? `0x${"12".padStart(64, "0")}` : result),
  ],
])("RPC lies: a server that %s is not read at all", async (_, fault, alter) => {
  const { watcher, step } = await newWatcher();
  const customer = await pay();
  server.alter = alter;
  await expectCaught(watcher, fault);
  server.beHonest();
  await confirm(step);
  expect(await customer.balance()).toBe(50_000n);
});

test("RPC lies: a repeated newest block moves nothing, and the chain grows old", async () => {
  const { step } = await newWatcher();
  await step();
  const head = chain.block(chain.height);
  const customer = await pay();
  const number = `0x${(head?.number ?? 0).toString(16)}`;
  server.alter = (result, { params: [tag] }) =>
    tag === "latest" ? { ...(result as Wire), number, hash: head?.hash } : result;
  const age = async () => {
    const figures = await countChainEvents(setup.context).read();
    return figures.find(({ gauge }) => gauge === "tessera_evm_chain_age_seconds")?.value ?? 0;
  };
  const before = await stored();
  setup.clock.advance(OLD_SECONDS);
  await step();
  expect(await stored()).toEqual(before);
  expect(await age()).toBeGreaterThanOrEqual(OLD_SECONDS);
  server.beHonest();
  await confirm(step);
  expect(await age()).toBeLessThan(OLD_SECONDS);
  expect(await customer.balance()).toBe(50_000n);
});

test("RPC lies: logs out of order and hashes in capitals are the same transfers", async () => {
  const { step } = await newWatcher();
  await step();
  const customer = await newEvmDepositor(setup.context);
  const deposits = [await customer.open("100.00"), await customer.open("200.00")];
  const capitals = (text: unknown) => String(text).toUpperCase().replace("0X", "0x");
  const shout = ({ address, blockHash, transactionHash, ...log }: Wire): Wire => ({
    ...log,
    address: capitals(address),
    blockHash: capitals(blockHash),
    transactionHash: capitals(transactionHash),
  });
  server.alter = (result, { method }) =>
    method === "eth_getLogs" ? (result as Wire[]).map(shout).reverse() : result;
  const transfers = deposits.map(({ address, amount }) => ({
    to: address,
    amountRaw: BigInt(amount.replace(".", "")) * 10_000n,
  }));
  const twice = transfers.flatMap((one) => [one, one]);
  chain.mine(...twice.map((one) => chain.transaction([one])), chain.transaction(transfers));
  await confirm(step);
  server.beHonest();
  await confirm(step);
  expect(await customer.balance()).toBe(3n * 30_000n);
});

test("RPC lies: the next server is read instead, and the first one is counted", async () => {
  const second = new RpcServer(chain);
  const { watcher, step } = await newWatcher(PATIENT_MS, await second.listen());
  try {
    await watcher.advance();
    const customer = await pay();
    const before = await events();
    server.alter = (result, { method }) => (method === "eth_getLogs" ? null : result);
    await confirm(step);
    expect(await customer.balance()).toBe(50_000n);
    expect((await events()).invalid).toBe((before.invalid ?? 0) + 4);
  } finally {
    server.beHonest();
    await second.close();
  }
});

test("RPC lies: tokens that only look like the real one are counted, no more", async () => {
  const { step } = await newWatcher();
  await step();
  const customer = await newEvmDepositor(setup.context);
  const { address: to } = await customer.open();
  const before = await events();
  const token = `0x${"fa4e".padEnd(40, "0")}`;
  const stranger = `0x${"33".repeat(20)}`;
  chain.mine(
    chain.transaction([
      { to, amountRaw: AMOUNT_RAW, token },
      { to: stranger, amountRaw: AMOUNT_RAW, token },
    ]),
  );
  await confirm(step);
  expect(await customer.balance()).toBe(0n);
  const unknown = (before.ignored_unknown_token ?? 0) + 1;
  expect(await events()).toEqual({ ...before, ignored_unknown_token: unknown });
});

test("RPC lies: a server that cannot count unknown tokens is not asked for a while", async () => {
  const { step } = await newWatcher();
  await step();
  const customer = await pay();
  let asked = 0;
  server.alter = (result, { method, params: [filter] }) => {
    const isCount = method === "eth_getLogs" && !("address" in (filter as object));
    asked += isCount ? 1 : 0;
    return isCount ? null : result;
  };
  await confirm(step);
  expect(asked).toBe(1);
  expect(await customer.balance()).toBe(50_000n);
});
