import { parseArgs } from "node:util";
import { AnvilNode } from "@tessera/server/testing/anvil-node";
import {
  ANVIL_CHAIN_ID,
  ANVIL_TOKENS,
  type AnvilState,
  type AnvilTokenName,
  anvilFolder,
  readAnvilState,
} from "./anvil-state.ts";
import { type PayOrder, readPayOrder } from "./pay-order.ts";

// Pays on the local Ethereum node of `npm start -- --chain anvil`.

async function attach(): Promise<{ node: AnvilNode; state: AnvilState }> {
  const state = readAnvilState(anvilFolder(process.env));
  if (state !== undefined) {
    try {
      return { node: await AnvilNode.attach(state.url, ANVIL_CHAIN_ID), state };
    } catch {
      // Nothing listens there any more.
    }
  }
  throw new Error("No local node runs. Start it first: npm start -- --chain anvil");
}

async function send(order: Extract<PayOrder, { what: "pay" }>): Promise<string> {
  const { node, state } = await attach();
  const { contract } = ANVIL_TOKENS[order.token];
  const token = state.tokens[order.token];
  const transferred = [order.to, order.amountRaw] as const;
  await node.send(await node.call(contract, token, "mint", [node.account, order.amountRaw]));
  const hash = await node.send(await node.call(contract, token, "transfer", transferred));
  return `Sent ${order.amount} ${order.token.toUpperCase()} to ${order.to}\nTransaction ${hash}`;
}

async function reorganize(blocks: number): Promise<string> {
  const { node } = await attach();
  await node.reorganize(blocks);
  await node.mine(1);
  return `The newest ${blocks} blocks were replaced by empty ones.`;
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { token: { type: "string" }, reorganize: { type: "string" } },
  });
  const names = Object.keys(ANVIL_TOKENS) as AnvilTokenName[];
  const order = readPayOrder({ ...values, positionals }, names);
  console.log(order.what === "pay" ? await send(order) : await reorganize(order.blocks));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
