import { createHash } from "node:crypto";
import type { EvmBlock, EvmLog, EvmReceipt } from "../../adapters/evm/evm-answers.ts";
import { type EvmSource, TRANSFER_TOPIC } from "../../adapters/evm/evm-source.ts";
import { RpcError, type RpcFault } from "../../adapters/evm/rpc-error.ts";

/** A transaction that transfers the token, possibly several times. */
export interface FakeTransaction {
  readonly hash: string;
  readonly transfers: readonly {
    readonly to: string;
    readonly amountRaw: bigint;
    /** The token's contract; by default, the chain's token. */
    readonly token?: string;
  }[];
  readonly status: "0x0" | "0x1";
}

interface FakeBlock extends EvmBlock {
  readonly transactions: readonly FakeTransaction[];
}

const SENDER = "11".repeat(20);

function digest(...parts: readonly (string | number)[]): string {
  return `0x${createHash("sha256").update(parts.join(" ")).digest("hex")}`;
}

function topicOf(address: string): string {
  return `0x${address.toLowerCase().replace("0x", "").padStart(64, "0")}`;
}

/**
 * A chain in memory, with blocks that are mined and reorganized on request. Any number of sources
 * can read it, each of which can be made to fail or to lie.
 */
export class FakeChain {
  readonly contract: string;
  #blocks: FakeBlock[] = [];
  #made = 0;

  constructor(contract: string) {
    this.contract = contract.toLowerCase();
    this.mine();
  }

  /** The number of the newest block. */
  get height(): number {
    return this.#blocks.length - 1;
  }

  /** Creates a transaction that is not in any block yet. */
  transaction(
    transfers: FakeTransaction["transfers"],
    status: FakeTransaction["status"] = "0x1",
  ): FakeTransaction {
    this.#made += 1;
    return { hash: digest("transaction", this.#made), transfers, status };
  }

  /** Mines a block with these transactions. */
  mine(...transactions: readonly FakeTransaction[]): void {
    this.#made += 1;
    const number = this.#blocks.length;
    const parentHash = this.#blocks.at(-1)?.hash ?? `0x${"0".repeat(64)}`;
    const hash = digest("block", number, this.#made);
    this.#blocks.push({ number, hash, parentHash, transactions });
  }

  mineMany(blocks: number): void {
    for (let block = 0; block < blocks; block += 1) {
      this.mine();
    }
  }

  /**
   * Replaces the newest blocks by as many empty ones and one more.
   *
   * @returns the transactions of the replaced blocks, oldest first
   */
  reorganize(depth: number): FakeTransaction[] {
    const dropped = this.#blocks.splice(-depth);
    this.mineMany(depth + 1);
    return dropped.flatMap(({ transactions }) => transactions);
  }

  /** Returns the transactions that are in a block now. */
  mined(): FakeTransaction[] {
    return this.#blocks.flatMap(({ transactions }) => transactions);
  }

  block(number: number): FakeBlock | undefined {
    return this.#blocks[number];
  }

  /** Returns the token's logs in a block, with indexes that count within the block. */
  logs({ number, hash: blockHash, transactions }: FakeBlock): EvmLog[] {
    let logIndex = -1;
    return transactions.flatMap(({ hash: transactionHash, transfers, status }) =>
      (status === "0x1" ? transfers : []).map(({ to, amountRaw, token }): EvmLog => {
        logIndex += 1;
        return {
          address: token ?? this.contract,
          topics: [TRANSFER_TOPIC, topicOf(SENDER), topicOf(to)],
          data: `0x${amountRaw.toString(16).padStart(64, "0")}`,
          blockNumber: number,
          blockHash,
          transactionHash,
          logIndex,
        };
      }),
    );
  }

  receipt(transactionHash: string): EvmReceipt | undefined {
    const block = this.#blocks.find(({ transactions }) =>
      transactions.some(({ hash }) => hash === transactionHash),
    );
    const found = block?.transactions.find(({ hash }) => hash === transactionHash);
    return block === undefined || found === undefined
      ? undefined
      : {
          status: found.status,
          blockNumber: block.number,
          blockHash: block.hash,
          transactionHash,
          logs: this.logs(block).filter((log) => log.transactionHash === transactionHash),
        };
  }
}

/** A source that reads a fake chain, and fails or lies on request. */
export class FakeSource implements EvmSource {
  readonly label: string;
  /** The chain that is read. Another one makes the source a liar. */
  chain: FakeChain;
  /** The fault of every call, if any. */
  fault: RpcFault | undefined;
  /** How many blocks the source is behind. */
  lag = 0;
  /** Changes the logs that the source returns. */
  changeLogs: (logs: EvmLog[]) => EvmLog[] = (logs) => logs;
  /** Changes the receipts that the source returns. */
  changeReceipt: (receipt: EvmReceipt | undefined) => EvmReceipt | undefined = (one) => one;
  finalized: number | undefined;
  /** The sizes of the ranges for which logs were requested. */
  readonly ranges: number[] = [];
  /** The most blocks in a request for logs. */
  mostBlocks = Number.POSITIVE_INFINITY;

  constructor(chain: FakeChain, label = "source 1") {
    this.chain = chain;
    this.label = label;
  }

  #answer<T>(value: T): Promise<T> {
    return this.fault === undefined
      ? Promise.resolve(value)
      : Promise.reject(new RpcError(this.fault, `${this.label} fails as the test says`));
  }

  check(): Promise<void> {
    return this.#answer(undefined);
  }

  head(): Promise<EvmBlock> {
    const block = this.chain.block(Math.max(0, this.chain.height - this.lag));
    if (block === undefined) {
      throw new Error("a chain has a block");
    }
    return this.#answer(block);
  }

  tagged(): Promise<number | undefined> {
    return this.#answer(this.finalized);
  }

  blocks(numbers: readonly number[]): Promise<(EvmBlock | undefined)[]> {
    return this.#answer(numbers.map((number) => this.chain.block(number)));
  }

  transfers(from: number, to: number): Promise<EvmLog[]> {
    this.ranges.push(to - from + 1);
    if (to - from + 1 > this.mostBlocks) {
      return Promise.reject(new RpcError("refused", "too many blocks"));
    }
    const logs: EvmLog[] = [];
    for (let number = from; number <= to; number += 1) {
      const block = this.chain.block(number);
      logs.push(...(block === undefined ? [] : this.chain.logs(block)));
    }
    return this.#answer(this.changeLogs(logs));
  }

  otherTransfers(): Promise<EvmLog[]> {
    return this.#answer([]);
  }

  receipts(hashes: readonly string[]): Promise<(EvmReceipt | undefined)[]> {
    return this.#answer(hashes.map((hash) => this.changeReceipt(this.chain.receipt(hash))));
  }
}
