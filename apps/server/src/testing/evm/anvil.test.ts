import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Hex } from "viem";
import { mnemonicToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chainWatchers } from "../../adapters/evm/chain-watchers.ts";
import { SERVER_CHECKS } from "../../operations/verify/server-checks.repository.ts";
import { brokenPromises } from "../broken-promises.ts";
import { createTestContext, type TestContext } from "../test-context.ts";
import { AnvilNode, type TestToken } from "./anvil-node.ts";
import { catchUp, evmEnv, newEvmDepositor } from "./evm-depositors.ts";
import compiled from "./test-tokens.json" with { type: "json" };

const TEST_MNEMONIC = "test test test test test test test test test test test junk";
const CENT_RAW = 10n ** 16n;

let node: AnvilNode;
let token: Hex;
let fake: Hex;
let setup: TestContext;

beforeAll(async () => {
  node = await AnvilNode.start();
  token = await node.deploy("PlainToken", "Tether USD", "USDT", 18);
  fake = await node.deploy("PlainToken", "Tether USD", "USDT", 18);
  const usdt = { asset: "USDT", contract: token, decimals: 18 };
  setup = await createTestContext(evmEnv({ rpcUrls: [node.url], token: usdt, batchSize: 7 }));
  await step();
});
afterAll(async () => {
  expect(await brokenPromises(setup.context, SERVER_CHECKS)).toEqual([]);
  await setup.close();
  await node.stop();
});

async function step({ context }: TestContext = setup): Promise<void> {
  const [watcher] = context.use(chainWatchers);
  if (watcher === undefined) {
    throw new Error("no chain is watched");
  }
  await catchUp(context, watcher);
}

async function mine(blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    await node.mine(1);
    await step();
  }
}

test("anvil: a payment on a real node is credited after its confirmations", async () => {
  const customer = await newEvmDepositor(setup.context);
  const deposit = await customer.open();
  await node.send(await node.call("PlainToken", fake, "mint", [deposit.address, CENT_RAW * 99n]));
  const signed = await node.call("PlainToken", token, "mint", [
    deposit.address,
    CENT_RAW * 50_000n + 1n,
  ]);
  const transactionHash = await node.send(signed);
  await mine(1);
  expect(await customer.read(deposit)).toMatchObject({ transactionHash, confirmations: 0 });
  await mine(2);
  expect(await customer.balance()).toBe(0n);
  await mine(1);
  expect(await customer.balance()).toBe(50_000n);
  expect(await customer.read(deposit)).toMatchObject({ status: "completed", notes: [] });
});

test("anvil: a credited payment that a reorganization removes is taken back", async () => {
  const customer = await newEvmDepositor(setup.context);
  const deposit = await customer.open();
  const signed = await node.call("PlainToken", token, "mint", [
    deposit.address,
    CENT_RAW * 50_000n,
  ]);
  await node.send(signed);
  await mine(4);
  expect(await customer.balance()).toBe(50_000n);
  await node.reorganize(6);
  await mine(1);
  expect(await customer.balance()).toBe(0n);
  expect(await customer.read(deposit)).toMatchObject({ notes: ["retracted"] });
  await node.send(signed);
  await mine(5);
  expect(await customer.balance()).toBe(50_000n);
  expect(await customer.read(deposit)).toMatchObject({ status: "completed", notes: [] });
});

test("anvil: a reverted transfer credits nothing", async () => {
  const customer = await newEvmDepositor(setup.context);
  const deposit = await customer.open();
  const more = [deposit.address, 10n ** 40n];
  await node.send(await node.call("PlainToken", token, "transfer", more));
  await mine(5);
  expect(await customer.read(deposit)).toMatchObject({ receivedAmount: null, status: "pending" });
});

test("anvil: addresses are those that a wallet derives at <account>/<cell>/<index>", async () => {
  const customer = await newEvmDepositor(setup.context);
  const made = [await customer.open(), await customer.open()];
  const rows = await setup.context.db.sql<{ address: string; index: number; cell: number }[]>`
    select address, path_index as index, cell from evm_address order by path_index`;
  expect(new Set(rows.map(({ address }) => address)).size).toBe(rows.length);
  for (const { address } of made) {
    expect(rows.map((row) => row.address)).toContain(address.toLowerCase());
  }
  for (const { address, cell, index } of rows) {
    const path = `m/44'/60'/0'/${cell}/${index}` as const;
    const derived = mnemonicToAccount(TEST_MNEMONIC, { path }).address;
    expect(derived.toLowerCase()).toBe(address);
  }
});

test.each<[string, TestToken, bigint]>([
  ["returns nothing", "SilentToken", 50_000n],
  ["keeps a part of each transfer", "TollToken", 49_500n],
])("anvil: what arrives of a token that %s is credited", async (_, name, creditMinor) => {
  const contract = await node.deploy(name);
  const usdt = { asset: "USDT", contract, decimals: 6 };
  const other = await createTestContext(evmEnv({ rpcUrls: [node.url], token: usdt }));
  await step(other);
  const customer = await newEvmDepositor(other.context);
  const deposit = await customer.open();
  await node.send(await node.call(name, contract, "mint", [node.account, 500_000_000n]));
  const paid = [deposit.address, 500_000_000n];
  await node.send(await node.call(name, contract, "transfer", paid));
  await node.mine(4);
  await step(other);
  expect(await customer.balance()).toBe(creditMinor);
  expect(await brokenPromises(other.context, SERVER_CHECKS)).toEqual([]);
  await other.close();
});

test("anvil: a node of another chain, or without the token, stops the chain", async () => {
  const nobody = `0x${"9".repeat(40)}`;
  for (const [given, reason] of [
    [{ chainId: 1 }, "wrong_chain"],
    [{ token: { asset: "USDT", contract: token, decimals: 6 } }, "wrong_token"],
    [{ token: { asset: "USDT", contract: nobody, decimals: 18 } }, "wrong_token"],
  ] as const) {
    const usdt = { asset: "USDT", contract: token, decimals: 18 };
    const env = evmEnv({ rpcUrls: [node.url], token: usdt, ...given });
    const other = await createTestContext(env);
    await expect(step(other)).rejects.toMatchObject({ name: "ChainStoppedError", reason });
    const customer = await newEvmDepositor(other.context);
    await expect(customer.open()).rejects.toMatchObject({ code: "provider_unavailable" });
    await other.close();
  }
});

test("anvil: the tokens were compiled from their source", () => {
  const source = readFileSync(new URL("test-tokens.sol", import.meta.url));
  expect(createHash("sha256").update(source).digest("hex")).toBe(compiled.sourceSha256);
});
