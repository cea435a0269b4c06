import { createHash } from "node:crypto";

/** A transfer within a transaction. */
export interface LabTransfer {
  /** The token's contract. */
  readonly token: string;
  readonly to: string;
  readonly amountRaw: bigint;
}

/** A transaction, which can be mined in any block, and again after a reorganization. */
export interface LabTransaction {
  readonly hash: string;
  readonly isReverted: boolean;
  readonly transfers: readonly LabTransfer[];
}

export interface LabBlock {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly transactions: readonly LabTransaction[];
}

function digest(...parts: readonly (string | number)[]): string {
  return `0x${createHash("sha256").update(parts.join("/")).digest("hex")}`;
}

/** A chain of blocks in memory, whose end can be replaced. */
export class LabChain {
  #blocks: LabBlock[] = [];
  #serial = 0;
  readonly #seed: string;

  constructor(seed: string) {
    this.#seed = seed;
    this.mine([]);
  }

  get height(): number {
    return this.#blocks.length - 1;
  }

  get blocks(): readonly LabBlock[] {
    return this.#blocks;
  }

  transaction(transfers: readonly LabTransfer[], isReverted: boolean): LabTransaction {
    this.#serial += 1;
    return { hash: digest(this.#seed, "transaction", this.#serial), isReverted, transfers };
  }

  mine(transactions: readonly LabTransaction[]): void {
    this.#serial += 1;
    const number = this.#blocks.length;
    const parentHash = this.#blocks.at(-1)?.hash ?? digest("no block");
    const hash = digest(this.#seed, "block", number, this.#serial);
    this.#blocks.push({ number, hash, parentHash, transactions });
  }

  /** Replaces the newest blocks by one more empty ones. Returns the transactions that were lost. */
  reorganize(depth: number): readonly LabTransaction[] {
    const lost = this.#blocks.splice(-depth);
    for (let block = 0; block <= lost.length; block += 1) {
      this.mine([]);
    }
    return lost.flatMap(({ transactions }) => transactions);
  }

  /** Returns a chain of its own with the same blocks up to a height. */
  fork(height: number, seed: string): LabChain {
    const forked = new LabChain(seed);
    forked.#blocks = this.#blocks.slice(0, height + 1);
    return forked;
  }
}
