import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { tronAddress } from "../../adapters/chain/deposit-address.ts";
import { countChainEvents } from "../../adapters/evm/chain-figures.ts";
import { createTronClient } from "../../adapters/tron/tron-client.ts";
import { createTronSource } from "../../adapters/tron/tron-source.ts";
import { watchTron } from "../../adapters/tron/watch-tron.ts";
import { readOffering } from "../../back-office/offering/read-offering.ts";
import { settleTransfers } from "../../money-movement/deposits/settle-transfers.ts";
import { compare } from "../../money-movement/reconciliation/reconciliation.fixtures.ts";
import { SERVER_CHECKS } from "../../operations/verify/server-checks.repository.ts";
import { brokenPromises } from "../broken-promises.ts";
import { newEvmDepositor, TEST_CONTRACT } from "../evm/evm-depositors.ts";
import { TEST_XPUB } from "../evm/test-xpub.ts";
import { createTestContext, type TestContext } from "../test-context.ts";
import { TronGrid, USDT_HEX } from "./tron-grid.ts";
import { TRON_XPUB } from "./tron-xpub.ts";

const API_KEY = "secret-key";
/** More than the interval at which a new address is listed. */
const STEP_SECONDS = 11;
const SOLID_BLOCKS = 20;
const PATIENT_MS = 60_000;

let setup: TestContext;
let grid: TronGrid;
let second: TronGrid;

beforeAll(async () => {
  const startedAt = Date.now();
  [grid, second] = [new TronGrid(startedAt), new TronGrid(startedAt)];
  const [url, other] = [await grid.listen(), await second.listen()];
  const evm = {
    network: "ERC20",
    chainId: 1337,
    rpcUrls: ["http://127.0.0.1:1"],
    token: { asset: "USDT", contract: TEST_CONTRACT, decimals: 6 },
    confirmations: [{ confirmations: 3 }],
  };
  const tron = {
    xpub: TRON_XPUB,
    servers: [{ url, apiKey: API_KEY }, { url: other }],
    secondSourceAbove: "1000.00",
  };
  const EVM_CHAINS = JSON.stringify({ xpub: TEST_XPUB, chains: [evm], tron });
  setup = await createTestContext({ CHAIN_PROVIDER: "evm", EVM_CHAINS });
  await newWatcher().advance();
});
afterEach(() => {
  grid.beHonest();
  second.beHonest();
});
afterAll(async () => {
  expect(await brokenPromises(setup.context, SERVER_CHECKS)).toEqual([]);
  await setup?.close();
  await grid?.close();
  await second?.close();
});

function tronOf({ context }: TestContext) {
  const { chain } = context.config;
  if (chain.provider !== "evm" || chain.tron === undefined) {
    throw new Error("the context reads TRON");
  }
  return chain.tron;
}

/** Creates a watcher that asks both servers, or the first one alone. */
function newWatcher({ servers = 2, timeoutMs = PATIENT_MS } = {}) {
  const tron = tronOf(setup);
  const sources = tron.servers.slice(0, servers).map((server, place) => {
    const label = `TRC20 source ${place + 1}`;
    return createTronSource(tron, createTronClient({ ...server, label, timeoutMs }));
  });
  return watchTron(setup.context, tron, { sources, leaseSeconds: 0 });
}

type Watcher = ReturnType<typeof newWatcher>;

/** Reads the chain a little later, and credits what was found. */
async function step(watcher: Watcher): Promise<void> {
  setup.clock.advance(STEP_SECONDS);
  await watcher.advance();
  await settleTransfers(setup.context);
}

/** Mines blocks on both servers until what was sent is solid, with its confirmations. */
function confirm(): void {
  grid.mine(SOLID_BLOCKS);
  second.follow(grid);
}

async function openDeposit(amount = "500.00") {
  const customer = await newEvmDepositor(setup.context);
  const deposit = await customer.create({ network: "TRC20", amount });
  return { customer, deposit, to: deposit.address };
}

async function countOf(event: string): Promise<number> {
  const figures = await countChainEvents(setup.context).read();
  const found = figures.find(({ labels }) => labels?.network === "TRC20" && labels.event === event);
  return found?.value ?? Number.NaN;
}

describe("TRON deposits", () => {
  test("are credited once their block is solid and has its confirmations", async () => {
    const watcher = newWatcher();
    const { customer, deposit, to } = await openDeposit();
    expect(to).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
    expect(deposit.confirmationsRequired).toBe(SOLID_BLOCKS);
    const { id } = grid.send([{ to, amountRaw: 500_009_999n }]);
    grid.mine(SOLID_BLOCKS - 2);
    await step(watcher);
    expect(await customer.read(deposit)).toMatchObject({ receivedAmount: null });
    grid.mine();
    await step(watcher);
    expect(await customer.read(deposit)).toMatchObject({
      ...{ status: "pending", receivedAmount: "500.00", transactionHash: id },
      confirmations: SOLID_BLOCKS - 1,
    });
    expect(await customer.balance()).toBe(0n);
    grid.mine();
    await step(watcher);
    await step(watcher);
    expect(await customer.balance()).toBe(50_000n);
    const [row] = await setup.context.db.sql<{ sender: string }[]>`
      select sender from deposit_payment where transaction_hash = ${id}`;
    expect(row?.sender).toBe(tronAddress(Buffer.from("5e".repeat(20), "hex")));
  });

  test("are found on every page, and each transfer of a transaction is one payment", async () => {
    const watcher = newWatcher();
    const { customer, to } = await openDeposit();
    grid.pageSize = 2;
    for (let n = 0; n < 3; n += 1) {
      grid.send([{ to, amountRaw: 10_000_000n }]);
    }
    grid.send([
      { to, amountRaw: 10_000_000n },
      { to, amountRaw: 20_000_000n },
    ]);
    confirm();
    await step(watcher);
    await step(watcher);
    grid.pageSize = 200;
    expect(await customer.balance()).toBe(6_000n);
  });

  test("ignore and count nothing and dust, and know no other token", async () => {
    const watcher = newWatcher();
    const { customer, deposit, to } = await openDeposit();
    const before = [await countOf("ignored_zero"), await countOf("ignored_dust")];
    grid.send([0n, 9_999n].map((amountRaw) => ({ to, amountRaw })));
    grid.send([{ to, amountRaw: 10n ** 12n, contract: "fa4e".padEnd(40, "0") }]);
    grid.send([{ to, amountRaw: 500_000_000n }], { isFailed: true });
    confirm();
    await step(watcher);
    await step(watcher);
    expect(await customer.read(deposit)).toMatchObject({ receivedAmount: null });
    expect(await customer.balance()).toBe(0n);
    const after = [await countOf("ignored_zero"), await countOf("ignored_dust")];
    expect(after.map((n, place) => n - (before[place] ?? 0))).toEqual([1, 1]);
  });

  test("above the set amount wait until a second server reports the same", async () => {
    const watcher = newWatcher();
    const { customer, to } = await openDeposit("1000.01");
    grid.send([{ to, amountRaw: 1_000_010_000n }]);
    grid.mine(SOLID_BLOCKS);
    await step(watcher);
    expect(await customer.balance()).toBe(0n);
    expect(await countOf("sources_disagree")).toBeGreaterThan(0);
    second.follow(grid);
    await step(watcher);
    expect(await customer.balance()).toBe(100_001n);
  });

  test("are offered next to those on the other chains", () => {
    const { depositNetworks } = readOffering(setup.context);
    expect(depositNetworks.map(({ network, assets }) => [network, assets])).toContainEqual([
      "TRC20",
      ["USDT"],
    ]);
  });
});

type Row = Record<string, unknown>;
const of = (path: string, change: (answer: Row) => unknown) => ({
  alter: (answer: unknown, at: string) => (at.includes(path) ? change(answer as Row) : answer),
});
const raw = (text: string, status = 200) => ({
  respond: (response: ServerResponse) => void response.writeHead(status).end(text),
});
const INFO = "gettransactioninfobyid";
const LIST = "transactions/trc20";

describe("a server of TronGrid's API", () => {
  test.each<[string, string, Partial<Pick<TronGrid, "alter" | "respond">>]>([
    ["answers in HTML", "invalid", raw("<html>")],
    ["sends 10 MB", "too_large", raw(`"${"x".repeat(10 * 1024 * 1024)}"`)],
    ["is above its quota", "unreachable", raw("{}", 429)],
    ["answers null", "invalid", of("/", () => null)],
    [
      "has a block whose id is another's",
      "inconsistent",
      of("/wallet/getblock", (block) => ({ ...block, blockID: "0".repeat(64) })),
    ],
    ["says that it failed", "invalid", of(LIST, (page) => ({ ...page, success: false }))],
    ["has no list", "invalid", of(LIST, (page) => ({ ...page, data: null }))],
    [
      "always names the same page",
      "inconsistent",
      of(LIST, (page) => ({ ...page, meta: { fingerprint: "again" } })),
    ],
    [
      "lists a transaction that does not exist",
      "inconsistent",
      of(LIST, (page) => ({
        ...page,
        data: (page.data as Row[]).map((row) => ({ ...row, transaction_id: "ab".repeat(32) })),
      })),
    ],
    [
      "answers with another transaction",
      "inconsistent",
      of(INFO, (info) => ({ ...info, id: "ab".repeat(32) })),
    ],
    ["names a negative block", "invalid", of(INFO, (info) => ({ ...info, blockNumber: -1 }))],
    [
      "writes a topic in half bytes",
      "invalid",
      of(INFO, (info) => ({
        ...info,
        log: ((info.log ?? []) as Row[]).map((log) => ({ ...log, topics: ["ddf"] })),
      })),
    ],
  ])("that %s moves nothing and is counted; the truth is then credited once", async (...lie) => {
    const [, fault, change] = lie;
    const watcher = newWatcher({ servers: 1 });
    await step(watcher);
    const { customer, to } = await openDeposit();
    grid.send([{ to, amountRaw: 500_000_000n }]);
    confirm();
    Object.assign(grid, change);
    const before = await countOf(fault);
    setup.clock.advance(STEP_SECONDS);
    await expect(watcher.advance()).rejects.toMatchObject({ reason: fault });
    expect(await countOf(fault)).toBeGreaterThan(before);
    await settleTransfers(setup.context);
    expect(await customer.balance()).toBe(0n);
    grid.beHonest();
    await step(watcher);
    await step(watcher);
    expect(await customer.balance()).toBe(50_000n);
  });

  test.each([
    [
      "wrong_chain",
      of("getblock", (block) => ({
        ...block,
        blockID: String(block.blockID).replace("2b6653dc", "cd8690dc"),
      })),
    ],
    ["wrong_token", of("constant", (call) => ({ ...call, constant_result: [""] }))],
    [
      "wrong_token",
      of("constant", (call) => ({ ...call, constant_result: ["9".padStart(64, "0")] })),
    ],
  ])("on another chain, or without the token, is not read at all: %s", async (fault, change) => {
    Object.assign(grid, change);
    await expect(newWatcher().advance()).rejects.toMatchObject({ reason: fault });
  });

  test("that fails about one address delays no payment to another", async () => {
    const watcher = newWatcher({ servers: 1 });
    await step(watcher);
    const [broken, whole] = [await openDeposit(), await openDeposit()];
    grid.send([{ to: broken.to, amountRaw: 500_000_000n }]);
    grid.send([{ to: whole.to, amountRaw: 500_000_000n }]);
    confirm();
    grid.failsAbout = broken.to;
    for (let run = 0; run < 3; run += 1) {
      setup.clock.advance(STEP_SECONDS);
      await expect(watcher.advance()).rejects.toMatchObject({ reason: "unreachable" });
      await settleTransfers(setup.context);
    }
    expect(await whole.customer.balance()).toBe(50_000n);
    expect(await broken.customer.balance()).toBe(0n);
    grid.beHonest();
    await step(watcher);
    await step(watcher);
    expect(await broken.customer.balance()).toBe(50_000n);
  });

  test("that is behind what was solid before is not read, and the next one is", async () => {
    const watcher = newWatcher();
    const { customer, to } = await openDeposit();
    grid.send([{ to, amountRaw: 500_000_000n }]);
    confirm();
    second.mine();
    const before = await countOf("older_head");
    grid.mine(-30);
    await step(watcher);
    await step(watcher);
    grid.mine(30);
    expect(await countOf("older_head")).toBe(before + 2);
    expect(await customer.balance()).toBe(50_000n);
  });

  test("is not believed about amounts that it lists: the transaction's logs decide", async () => {
    const watcher = newWatcher({ servers: 1 });
    const { customer, to } = await openDeposit();
    grid.send([{ to, amountRaw: 500_000_000n }]);
    confirm();
    Object.assign(
      grid,
      of(LIST, (page) => ({
        ...page,
        data: (page.data as Row[]).map((row) => ({ ...row, value: "900000000000" })),
      })),
    );
    await step(watcher);
    await step(watcher);
    expect(await customer.balance()).toBe(50_000n);
  });

  test("hides no later payment behind a time that it made up", async () => {
    const watcher = newWatcher({ servers: 1 });
    const { customer, to } = await openDeposit();
    grid.send([{ to, amountRaw: 100_000_000n }]);
    confirm();
    Object.assign(
      grid,
      of(LIST, (page) => ({
        ...page,
        data: (page.data as Row[]).map((row) => ({ ...row, block_timestamp: 9e15 })),
      })),
    );
    await step(watcher);
    grid.beHonest();
    grid.send([{ to, amountRaw: 400_000_000n }]);
    confirm();
    await step(watcher);
    await step(watcher);
    expect(await customer.balance()).toBe(50_000n);
  });

  test("gets its key in a header, and no error contains it or the address", async () => {
    expect(grid.requests.every(({ key }) => key === API_KEY)).toBe(true);
    expect(second.requests.every(({ key }) => key === undefined)).toBe(true);
    Object.assign(grid, raw(API_KEY, 500));
    const [error] = await Promise.all(
      tronOf(setup)
        .servers.slice(0, 1)
        .map((server) => createTronClient({ ...server, label: "TRC20 source 1" }))
        .map((client) => createTronSource(tronOf(setup), client).check())
        .map((check) => check.catch((one: unknown) => String(one))),
    );
    expect(error).toBe("RpcError: TRC20 source 1 answered with status 500");
  });
});

test("TRON deposits: the contract in the code is that of Tether", () => {
  expect(tronAddress(Buffer.from(USDT_HEX, "hex"))).toBe("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t");
  expect(tronOf(setup).tokens.map(({ contract }) => contract)).toEqual([`0x${USDT_HEX}`]);
});

test("TRON deposits: the reconciliation with the chain finds no difference", async () => {
  const { customer, to } = await openDeposit();
  const watcher = newWatcher();
  grid.send([{ to, amountRaw: 500_000_000n }]);
  confirm();
  await step(watcher);
  await step(watcher);
  expect(await customer.balance()).toBe(50_000n);
  const { state, compared, open } = await compare(setup.context, "chain");
  expect({ state, open }).toEqual({ state: "completed", open: [] });
  expect(compared).toBeGreaterThan(0);
});
