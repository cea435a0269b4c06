import type { EvmChainSettings, EvmToken } from "../../platform/config/evm-settings.ts";
import { blockAnswer, chainIdAnswer, numberAnswer } from "./evm-answers.ts";
import { createEvmRpc, type EvmRpc } from "./evm-rpc.ts";
import { RpcError } from "./rpc-error.ts";

const BALANCE_OF = "0x70a08231";

/** The settings of a chain that are needed to read balances. */
export type BalanceChain = Pick<EvmChainSettings, "network" | "chainId" | "rpcUrls"> & {
  readonly batchSize: number;
};

/** How much of a token some addresses hold together, at one block. */
export interface TokenBalance {
  /** In the token's smallest unit. */
  readonly amountRaw: bigint;
  readonly block: number;
}

/** Requires that a server serves the chain, and returns its newest block's number. */
async function headOf(rpc: EvmRpc, chainId: number): Promise<number> {
  const given = await rpc.call({ method: "eth_chainId", params: [] }, chainIdAnswer);
  if (given !== chainId) {
    throw new RpcError("wrong_chain", `${rpc.label} serves chain ${given}, not ${chainId}`);
  }
  const call = { method: "eth_getBlockByNumber", params: ["latest", false] };
  return (await rpc.call(call, blockAnswer)).number;
}

async function sumAt(
  rpc: EvmRpc,
  { contract }: Pick<EvmToken, "contract">,
  { addresses, block }: { readonly addresses: readonly string[]; readonly block: number },
): Promise<bigint> {
  const calls = addresses.map((address) => ({
    method: "eth_call",
    params: [
      { to: contract, data: BALANCE_OF + address.slice(2).toLowerCase().padStart(64, "0") },
      `0x${block.toString(16)}`,
    ],
  }));
  const balances = await rpc.batch(calls, numberAnswer);
  return balances.reduce<bigint>((sum, balance) => {
    if (balance === undefined) {
      throw new RpcError("wrong_token", `${rpc.label}: the token tells no balance`);
    }
    return sum + balance;
  }, 0n);
}

/** How many servers have to agree, if there are as many. */
const AGREEING = 2;

/** A server that answers, with its newest block. */
interface Answering {
  readonly rpc: EvmRpc;
  readonly head: number;
}

/**
 * Returns the first two servers that answer; the only one, if only one is configured.
 *
 * @throws RpcError if too few do
 */
async function answering(chain: BalanceChain): Promise<readonly Answering[]> {
  const asked = await Promise.allSettled(
    chain.rpcUrls.map(async (url, place) => {
      const label = `${chain.network} reserves source ${place + 1}`;
      const rpc = createEvmRpc({ url, label, batchSize: chain.batchSize });
      return { rpc, head: await headOf(rpc, chain.chainId) };
    }),
  );
  const found = asked.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const failed = asked.find((one) => one.status === "rejected");
  if (found.length < Math.min(AGREEING, asked.length)) {
    throw failed?.reason ?? new RpcError("unreachable", "the chain has no source");
  }
  return found.slice(0, AGREEING);
}

/**
 * Reads how much of a token some addresses hold together. Two RPC servers must return the same sum
 * for the same block, unless only one is configured.
 *
 * @throws RpcError if too few servers answer, or they disagree
 */
export async function readTokenBalance(
  chain: BalanceChain,
  token: Pick<EvmToken, "contract">,
  addresses: readonly string[],
): Promise<TokenBalance> {
  const servers = await answering(chain);
  // Both know the older one of their newest blocks.
  const block = Math.min(...servers.map(({ head }) => head));
  const sums = await Promise.all(servers.map(({ rpc }) => sumAt(rpc, token, { addresses, block })));
  const [amountRaw] = sums;
  if (amountRaw === undefined || sums.some((sum) => sum !== amountRaw)) {
    throw new RpcError("sources_disagree", `the sources disagree on balances on ${chain.network}`);
  }
  return { amountRaw, block };
}
