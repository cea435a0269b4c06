import type { EvmChainSettings, EvmToken } from "../../platform/config/evm-settings.ts";
import { blockAnswer, chainIdAnswer, numberAnswer } from "./evm-answers.ts";
import { createEvmRpc, type EvmRpc } from "./evm-rpc.ts";
import { RpcError } from "./rpc-error.ts";

const BALANCE_OF = "0x70a08231";

/** The settings of a chain that are needed to read balances. */
export type BalanceChain = Pick<EvmChainSettings, "network" | "chainId" | "rpcUrls"> & {
  readonly batchSize: number;
};

/** What some addresses hold, at one block. */
interface BalancesAt {
  /** In the order of the addresses, in the smallest unit of the token or coin. */
  readonly amountsRaw: readonly bigint[];
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

/** Reads balances from one server at one block. */
type ReadAt = (rpc: EvmRpc, block: string) => Promise<bigint[]>;

function tokensOf({ contract }: Pick<EvmToken, "contract">, addresses: readonly string[]): ReadAt {
  return async (rpc, block) => {
    const calls = addresses.map((address) => ({
      method: "eth_call",
      params: [
        { to: contract, data: BALANCE_OF + address.slice(2).toLowerCase().padStart(64, "0") },
        block,
      ],
    }));
    return (await rpc.batch(calls, numberAnswer)).map((balance) => {
      if (balance === undefined) {
        throw new RpcError("wrong_token", `${rpc.label}: the token tells no balance`);
      }
      return balance;
    });
  };
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
 * Reads balances at one block. Two RPC servers must return the same for it, unless only one is
 * configured.
 *
 * @throws RpcError if too few servers answer, or they disagree
 */
async function readAgreed(chain: BalanceChain, readAt: ReadAt): Promise<BalancesAt> {
  const servers = await answering(chain);
  // Both know the older one of their newest blocks.
  const block = Math.min(...servers.map(({ head }) => head));
  const at = `0x${block.toString(16)}`;
  const [amountsRaw, ...others] = await Promise.all(servers.map(({ rpc }) => readAt(rpc, at)));
  const isSame = (other: readonly bigint[]) =>
    other.every((amountRaw, place) => amountRaw === amountsRaw?.[place]);
  if (amountsRaw === undefined || !others.every(isSame)) {
    throw new RpcError("sources_disagree", `the sources disagree on balances on ${chain.network}`);
  }
  return { amountsRaw, block };
}

/**
 * Reads how much of a token each of some addresses holds, at one block, so that a transfer between
 * two of them is counted at one.
 *
 * @throws RpcError if too few servers answer, or they disagree
 */
export function readTokenBalances(
  chain: BalanceChain,
  token: Pick<EvmToken, "contract">,
  addresses: readonly string[],
): Promise<BalancesAt> {
  return readAgreed(chain, tokensOf(token, addresses));
}
