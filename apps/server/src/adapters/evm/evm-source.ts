import type { EvmChainSettings } from "../../platform/config/evm-settings.ts";
import {
  blockAnswer,
  chainIdAnswer,
  type EvmBlock,
  type EvmLog,
  type EvmReceipt,
  logsAnswer,
  maybeBlockAnswer,
  numberAnswer,
  receiptAnswer,
} from "./evm-answers.ts";
import type { EvmRpc } from "./evm-rpc.ts";
import { RpcError } from "./rpc-error.ts";

/** The first topic of `Transfer(address,address,uint256)`. */
export const TRANSFER_TOPIC = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
/** The selector of `decimals()`. */
const DECIMALS_CALL = "0x313ce567";

/** Formats a number as JSON-RPC expects it. */
function hex(value: number): string {
  return `0x${value.toString(16)}`;
}

/** What proves transfers: one server of a chain. Every method throws RpcErrors. */
export interface ReceiptSource {
  readonly label: string;
  /** Checks that the server serves the configured chain, and each token has its decimals there. */
  check(): Promise<void>;
  /** Returns the number of the newest block that is safe or finalized; undefined if none is. */
  tagged(tag: "safe" | "finalized"): Promise<number | undefined>;
  /** Returns the receipts of transactions, in order; undefined where no block has one. */
  receipts(transactionHashes: readonly string[]): Promise<(EvmReceipt | undefined)[]>;
}

/** What the scanner asks one RPC server of a chain. */
export interface EvmSource extends ReceiptSource {
  /** Returns the newest block. */
  head(): Promise<EvmBlock>;
  /** Returns the blocks with these numbers, in order; undefined where the server has none. */
  blocks(numbers: readonly number[]): Promise<(EvmBlock | undefined)[]>;
  /** Returns the tokens' transfers in a range of blocks, both ends included. */
  transfers(from: number, to: number): Promise<EvmLog[]>;
  /**
   * Returns transfers of any other contract to some addresses, in lower case, in a range of blocks,
   * both ends included.
   */
  otherTransfers(from: number, to: number, addresses: readonly string[]): Promise<EvmLog[]>;
}

type Served = Pick<EvmChainSettings, "chainId" | "tokens">;

/** Requires that a server serves the configured chain, and each token has its decimals there. */
async function requireChain(rpc: EvmRpc, { chainId, tokens }: Served): Promise<void> {
  const { label } = rpc;
  const given = await rpc.call({ method: "eth_chainId", params: [] }, chainIdAnswer);
  if (given !== chainId) {
    throw new RpcError("wrong_chain", `${label} serves chain ${given}, not ${chainId}`);
  }
  const calls = tokens.map(({ contract }) => ({
    method: "eth_call",
    params: [{ to: contract, data: DECIMALS_CALL }, "latest"],
  }));
  for (const [place, own] of (await rpc.batch(calls, numberAnswer)).entries()) {
    const { asset, decimals } = tokens[place] ?? {};
    if (decimals === undefined || own !== BigInt(decimals)) {
      const message = `${label}: decimals of ${asset}: ${own ?? "none"}, not ${decimals}`;
      throw new RpcError("wrong_token", message);
    }
  }
}

/** Creates a source that asks one RPC server. */
export function createEvmSource(settings: Served, rpc: EvmRpc): EvmSource {
  const { label } = rpc;
  const { tokens } = settings;

  return {
    label,
    check: () => requireChain(rpc, settings),
    head() {
      return rpc.call({ method: "eth_getBlockByNumber", params: ["latest", false] }, blockAnswer);
    },
    async tagged(tag) {
      const call = { method: "eth_getBlockByNumber", params: [tag, false] };
      return (await rpc.call(call, maybeBlockAnswer))?.number;
    },
    async blocks(numbers) {
      const calls = numbers.map((number) => ({
        method: "eth_getBlockByNumber",
        params: [hex(number), false],
      }));
      const blocks = await rpc.batch(calls, maybeBlockAnswer);
      if (blocks.some((block, place) => block !== null && block.number !== numbers[place])) {
        throw new RpcError("inconsistent", `${label} returned another block than asked for`);
      }
      return blocks.map((block) => block ?? undefined);
    },
    transfers(from, to) {
      const filter = {
        address: tokens.map(({ contract }) => contract),
        topics: [TRANSFER_TOPIC],
        fromBlock: hex(from),
        toBlock: hex(to),
      };
      return rpc.call({ method: "eth_getLogs", params: [filter] }, logsAnswer);
    },
    async otherTransfers(from, to, addresses) {
      const recipients = addresses.map((address) => `0x${address.slice(2).padStart(64, "0")}`);
      const filter = {
        topics: [TRANSFER_TOPIC, null, recipients],
        fromBlock: hex(from),
        toBlock: hex(to),
      };
      const logs = await rpc.call({ method: "eth_getLogs", params: [filter] }, logsAnswer);
      return logs.filter((log) => !tokens.some(({ contract }) => contract === log.address));
    },
    async receipts(transactionHashes) {
      const calls = transactionHashes.map((hash) => ({
        method: "eth_getTransactionReceipt",
        params: [hash],
      }));
      const receipts = await rpc.batch(calls, receiptAnswer);
      const isOther = (receipt: EvmReceipt | null, place: number) =>
        receipt !== null && receipt.transactionHash !== transactionHashes[place];
      if (receipts.some(isOther)) {
        throw new RpcError("inconsistent", `${label} returned another receipt than asked for`);
      }
      return receipts.map((receipt) => receipt ?? undefined);
    },
  };
}
