import type { EvmBlock, EvmLog } from "./evm-answers.ts";
import { type EvmSource, TRANSFER_TOPIC } from "./evm-source.ts";
import { RpcError } from "./rpc-error.ts";
import { readTransferLog, type TransferLog } from "./transfer-logs.ts";

/** A transfer, with its place among its transaction's transfers of the tokens that are read. */
export type PlacedTransfer = TransferLog & { readonly place: number };

/** Consecutive new blocks, and the transfers in them and in some blocks before. */
export interface Span {
  readonly blocks: readonly EvmBlock[];
  readonly transfers: readonly PlacedTransfer[];
}

interface SpanAsked {
  /** The tokens' contracts, in lower case. */
  readonly contracts: ReadonlySet<string>;
  /** The newest block that was read before. */
  readonly tip: { readonly number: number; readonly hash: string };
  /** The hashes of blocks that were read before, whose logs are read again. */
  readonly again: ReadonlyMap<number, string>;
  /** The last block to read. */
  readonly to: number;
}

/**
 * Reads a range of blocks, both ends included. Each must follow the one before.
 *
 * @param before the hash of the block before the first one, if it is known
 * @throws RpcError `inconsistent` if one is missing or follows another block
 */
export async function readChain(
  source: EvmSource,
  from: number,
  to: number,
  before?: string,
): Promise<EvmBlock[]> {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  let parent = before;
  const blocks: EvmBlock[] = [];
  for (const block of await source.blocks(numbers)) {
    if (block === undefined) {
      throw new RpcError("inconsistent", `${source.label} lacks a block below its newest one`);
    }
    if (parent !== undefined && block.parentHash !== parent) {
      throw new RpcError("inconsistent", `${source.label}: a block does not follow the former one`);
    }
    parent = block.hash;
    blocks.push(block);
  }
  return blocks;
}

/** Returns whether a log is one of those that are read, on the chain. */
export function isTokenLog(log: EvmLog, contracts: ReadonlySet<string>): boolean {
  const isTransfer = contracts.has(log.address) && log.topics[0] === TRANSFER_TOPIC;
  return isTransfer && log.removed !== true;
}

/**
 * Checks that logs are what was asked for: whole transfers of the tokens, each once, in blocks that
 * we know under the same hash. A log that is cut off is no other event: its server is wrong.
 *
 * @throws RpcError `inconsistent`
 */
function checkLogs(
  source: EvmSource,
  logs: readonly EvmLog[],
  { contracts, hashes }: Pick<SpanAsked, "contracts"> & { hashes: ReadonlyMap<number, string> },
): void {
  const seen = new Set<string>();
  for (const log of logs) {
    const name = `${log.blockNumber} ${log.logIndex}`;
    const isWhole = readTransferLog(log, log.address) !== undefined;
    if (!isTokenLog(log, contracts) || !isWhole || seen.has(name)) {
      throw new RpcError("inconsistent", `${source.label} returned a log that was not asked for`);
    }
    if (hashes.get(log.blockNumber) !== log.blockHash) {
      throw new RpcError("inconsistent", `${source.label} returned a log of an unknown block`);
    }
    seen.add(name);
  }
}

function byPosition(a: EvmLog, b: EvmLog): number {
  return a.blockNumber - b.blockNumber || a.logIndex - b.logIndex;
}

/**
 * Numbers the transfers of each transaction. The log index would not do as their name: it counts
 * within the block, so it changes when the transaction is mined again.
 */
export function placeTransfers(logs: readonly EvmLog[]): PlacedTransfer[] {
  const next = new Map<string, number>();
  return logs.toSorted(byPosition).flatMap((log) => {
    const key = `${log.blockHash} ${log.transactionHash}`;
    const own = next.get(key) ?? 0;
    next.set(key, own + 1);
    const transfer = readTransferLog(log, log.address);
    return transfer === undefined ? [] : [{ ...transfer, place: own }];
  });
}

/**
 * Reads new blocks, and the transfers in them and in the known blocks that are read again.
 *
 * @throws RpcError
 */
export async function readSpan(source: EvmSource, asked: SpanAsked): Promise<Span> {
  const { contracts, tip, again, to } = asked;
  const blocks = await readChain(source, tip.number + 1, to, tip.hash);
  const hashes = new Map([...again, ...blocks.map(({ number, hash }) => [number, hash] as const)]);
  const from = Math.min(tip.number + 1, ...again.keys());
  const logs = await source.transfers(from, to);
  checkLogs(source, logs, { contracts, hashes });
  return { blocks, transfers: placeTransfers(logs) };
}
