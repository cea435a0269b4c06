import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { AnvilNode } from "@tessera/server/testing/anvil-node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ANVIL_CHAIN_ID, anvilFolder, readAnvilState } from "./anvil-state.ts";
import { startAnvil } from "./start-anvil.ts";

const ADDRESS = `0x${"ab".repeat(20)}` as const;
let DATA_DIR: string;

beforeAll(async () => {
  DATA_DIR = await mkdtemp(path.join(tmpdir(), "tessera-anvil-"));
});
afterAll(() => rm(DATA_DIR, { recursive: true, force: true }));

function stateOf() {
  const state = readAnvilState(anvilFolder({ DATA_DIR }));
  if (state === undefined) {
    throw new Error("the node's state was not written");
  }
  return state;
}

test("npm start -- --chain anvil: runs a node whose state survives a restart", async () => {
  const first = await startAnvil({ DATA_DIR });
  const { url, tokens } = stateOf();
  expect(new URL(url).hostname).toBe("127.0.0.1");
  expect(first.env).toMatchObject({ TESSERA_MODE: "sandbox", CHAIN_PROVIDER: "evm" });
  expect(JSON.parse(first.env.EVM_CHAINS ?? "{}").chains[0]).toMatchObject({
    chainId: ANVIL_CHAIN_ID,
    rpcUrls: [url],
    tokens: [{ contract: tokens.usdt }, { contract: tokens.usdc }],
  });
  expect(first.instructions).toContain("npm run pay -- 0x…");
  const node = await AnvilNode.attach(url, ANVIL_CHAIN_ID);
  const mint = ["mint", [ADDRESS, 500_000_000n]] as const;
  const hash = await node.send(await node.call("SilentToken", tokens.usdt, ...mint));
  interface Receipt {
    readonly blockHash: string;
    readonly blockNumber: string;
    readonly logs: readonly unknown[];
  }
  const receiptAt = (at: AnvilNode) => at.rpc<Receipt | null>("eth_getTransactionReceipt", [hash]);
  // The node mines by itself.
  await expect.poll(() => receiptAt(node), { timeout: 100_000 }).not.toBeNull();
  const receipt = await receiptAt(node);
  await first.stop();

  const second = await startAnvil({ DATA_DIR });
  const again = stateOf();
  expect(again.tokens).toEqual(tokens);
  const restarted = await AnvilNode.attach(again.url, ANVIL_CHAIN_ID);
  expect(await receiptAt(restarted)).toMatchObject({ blockHash: receipt?.blockHash });
  const number = receipt?.blockNumber;
  const [block, logs] = await Promise.all([
    restarted.rpc<{ hash: string }>("eth_getBlockByNumber", [number, false]),
    restarted.rpc<unknown[]>("eth_getLogs", [{ fromBlock: number, toBlock: number }]),
  ]);
  expect(block.hash).toBe(receipt?.blockHash);
  expect(logs).toHaveLength(1);
  // It can be reorganized to a block before its restart.
  await restarted.reorganize(2);
  await second.stop();
});
