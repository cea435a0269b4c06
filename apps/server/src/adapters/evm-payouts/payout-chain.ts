import * as z from "zod/mini";
import type { EvmPayoutChain } from "../../platform/config/evm-payout-settings.ts";
import {
  chainIdAnswer,
  type EvmReceipt,
  maybeBlockAnswer,
  numberAnswer,
  quantityAnswer,
  receiptAnswer,
} from "../evm/evm-answers.ts";
import { createEvmRpc, type EvmRpc } from "../evm/evm-rpc.ts";
import { RpcError } from "../evm/rpc-error.ts";

const BALANCE_OF = "0x70a08231";

const pricedBlock = z.object({ baseFeePerGas: quantityAnswer });
const hashAnswer = z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/));
/** Whether the node knows a transaction; its content is of no interest. */
const maybeAny = z.nullable(z.looseObject({}));

/** A block that the chain does not take back, and the nonces that were used up to it. */
export interface FinalNonces {
  readonly block: number;
  /** The number of transactions that the wallet has sent, which is the next nonce. */
  readonly used: number;
}

/** What payouts ask one RPC server of a chain. Every method throws RpcErrors. */
export interface PayoutSource {
  readonly label: string;
  /** Checks that the server serves the configured chain. */
  check(): Promise<void>;
  /** Returns the number of the newest block, or of the newest safe or finalized one, if any. */
  blockNumber(tag: "latest" | "safe" | "finalized"): Promise<number | undefined>;
  /** Returns the hash of the chain's block with a number. */
  blockHash(number: number): Promise<string | undefined>;
  /** Returns how many transactions of the wallet the newest block's chain contains. */
  usedNonces(): Promise<number>;
  /** Returns the same for the newest finalized block; undefined if the chain names none. */
  finalNonces(): Promise<FinalNonces | undefined>;
  /** Returns receipts in order; undefined where no block has one. */
  receipts(hashes: readonly string[]): Promise<(EvmReceipt | undefined)[]>;
  /** Returns the wallet's balances of the token and of the chain's own coin. */
  balances(): Promise<{ readonly tokenRaw: bigint; readonly coinWei: bigint }>;
  gasPrice(): Promise<{ readonly baseFeePerGas: bigint; readonly priorityFeePerGas: bigint }>;
  /** Returns whether the server knows a transaction, mined or not. */
  knows(hash: string): Promise<boolean>;
  /** Hands a signed transaction to the server. */
  send(serialized: string): Promise<void>;
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}

/** Creates a source that asks one RPC server about a wallet. */
function createPayoutSource(
  { chainId, contract }: Pick<EvmPayoutChain, "chainId" | "contract">,
  wallet: string,
  rpc: EvmRpc,
): PayoutSource {
  const { label } = rpc;
  const count = (block: string) =>
    rpc.call({ method: "eth_getTransactionCount", params: [wallet, block] }, chainIdAnswer);
  const blockAt = (block: string) =>
    rpc.call({ method: "eth_getBlockByNumber", params: [block, false] }, maybeBlockAnswer);

  return {
    label,
    async check() {
      const given = await rpc.call({ method: "eth_chainId", params: [] }, chainIdAnswer);
      if (given !== chainId) {
        throw new RpcError("wrong_chain", `${label} serves chain ${given}, not ${chainId}`);
      }
    },
    blockNumber: async (tag) => (await blockAt(tag))?.number,
    async blockHash(number) {
      const block = await blockAt(hex(number));
      if (block !== null && block.number !== number) {
        throw new RpcError("inconsistent", `${label} returned another block than asked for`);
      }
      return block?.hash;
    },
    usedNonces: () => count("latest"),
    async finalNonces() {
      const block = (await blockAt("finalized"))?.number;
      return block === undefined ? undefined : { block, used: await count(hex(block)) };
    },
    async receipts(hashes) {
      const calls = hashes.map((hash) => ({
        method: "eth_getTransactionReceipt",
        params: [hash],
      }));
      const receipts = await rpc.batch(calls, receiptAnswer);
      if (receipts.some((one, place) => one !== null && one.transactionHash !== hashes[place])) {
        throw new RpcError("inconsistent", `${label} returned another receipt than asked for`);
      }
      return receipts.map((one) => one ?? undefined);
    },
    async balances() {
      const data = BALANCE_OF + wallet.slice(2).padStart(64, "0");
      const call = { method: "eth_call", params: [{ to: contract, data }, "latest"] };
      const tokenRaw = await rpc.call(call, numberAnswer);
      if (tokenRaw === undefined) {
        throw new RpcError("wrong_token", `${label}: the token tells no balance`);
      }
      const coin = { method: "eth_getBalance", params: [wallet, "latest"] };
      return { tokenRaw, coinWei: await rpc.call(coin, quantityAnswer) };
    },
    async gasPrice() {
      const latest = { method: "eth_getBlockByNumber", params: ["latest", false] };
      const { baseFeePerGas } = await rpc.call(latest, pricedBlock);
      const priority = { method: "eth_maxPriorityFeePerGas", params: [] };
      return { baseFeePerGas, priorityFeePerGas: await rpc.call(priority, quantityAnswer) };
    },
    async knows(hash) {
      const call = { method: "eth_getTransactionByHash", params: [hash] };
      return (await rpc.call(call, maybeAny)) !== null;
    },
    async send(serialized) {
      await rpc.call({ method: "eth_sendRawTransaction", params: [serialized] }, hashAnswer);
    },
  };
}

/** Creates the sources of a chain, the preferred one first. */
export function payoutSourcesOf(chain: EvmPayoutChain, wallet: string): PayoutSource[] {
  return chain.rpcUrls.map((url, place) => {
    const label = `${chain.network} payout source ${place + 1}`;
    return createPayoutSource(chain, wallet, createEvmRpc({ url, label, batchSize: 20 }));
  });
}

/**
 * Asks the sources in turn until one answers.
 *
 * @throws RpcError the last one's, if none does
 */
export async function askFirst<T>(
  sources: readonly PayoutSource[],
  ask: (source: PayoutSource) => Promise<T>,
): Promise<T> {
  let last: RpcError | undefined;
  for (const source of sources) {
    try {
      return await ask(source);
    } catch (error) {
      if (!(error instanceof RpcError)) {
        throw error;
      }
      last = error;
    }
  }
  throw last ?? new RpcError("unreachable", "the chain has no source");
}
