import { createHash } from "node:crypto";
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import {
  type Fees,
  feesShape,
  instructionShape,
  type PayoutInstruction,
  refusalShape,
  type Signature,
  type SignRefusal,
  signatureShape,
} from "@tessera/payout-signing";
import * as z from "zod/mini";

const DAY_MS = 86_400_000;
const START = "0".repeat(64);

const chained = { n: z.int(), previous: z.string(), atMs: z.int() };
const line = z.discriminatedUnion("kind", [
  z.strictObject({
    ...chained,
    kind: z.literal("signed"),
    instruction: instructionShape,
    fees: feesShape,
    signature: signatureShape,
  }),
  z.strictObject({
    ...chained,
    kind: z.literal("refused"),
    instruction: instructionShape,
    reason: refusalShape,
  }),
]);
type Line = z.infer<typeof line>;
type Unchained<L> = L extends Line ? Omit<L, keyof typeof chained> : never;

/** What was signed for an instruction, in order: one transaction and its replacements. */
export interface Signed {
  readonly fees: Fees;
  readonly signature: Signature;
}

/** What the record says about an instruction. */
export interface Recorded {
  readonly instruction: PayoutInstruction;
  readonly signed: readonly Signed[];
  /** Why it is never signed. */
  readonly refused: SignRefusal | undefined;
}

/**
 * Everything that the signer has signed, and refused for good, as lines of JSON in a file. A line
 * is on disk before its signature leaves the signer. Each line contains the hash of the one before,
 * so that a lost or damaged line is noticed.
 */
export class SigningRecord {
  readonly #file: number;
  readonly #byId = new Map<string, { instruction: PayoutInstruction; signed: Signed[] }>();
  readonly #refused = new Map<string, SignRefusal>();
  readonly #idOfNonce = new Map<string, string>();
  /** The first signature of each instruction within about a day. */
  #recent: { readonly atMs: number; readonly instruction: PayoutInstruction }[] = [];
  #size = 0;
  #lines = 0;
  #last = START;
  #lastMs = 0;
  #isBroken = false;

  private constructor(file: number) {
    this.#file = file;
  }

  /**
   * Creates an empty record.
   *
   * @throws Error if the file exists
   */
  static create(file: string): void {
    const created = openSync(file, "wx", 0o600);
    fsyncSync(created);
    closeSync(created);
    const folder = openSync(path.dirname(file), "r");
    fsyncSync(folder);
    closeSync(folder);
  }

  /**
   * Opens the record. An incomplete last line is removed: its signature was never handed out.
   *
   * @throws Error if there is no record, because without it a payout could be signed twice, or if a
   * line is damaged
   */
  static open(file: string): SigningRecord {
    const record = new SigningRecord(openSync(file, "r+"));
    const text = readFileSync(record.#file, "utf8");
    const end = text.lastIndexOf("\n") + 1;
    for (const one of text.slice(0, end).split("\n").slice(0, -1)) {
      record.#read(one);
    }
    record.#size = Buffer.byteLength(text.slice(0, end));
    ftruncateSync(record.#file, record.#size);
    fsyncSync(record.#file);
    return record;
  }

  close(): void {
    closeSync(this.#file);
  }

  of(id: string): Recorded | undefined {
    const known = this.#byId.get(id);
    return known && { ...known, refused: this.#refused.get(id) };
  }

  /** Returns the id of the instruction that was signed with a nonce. */
  idOfNonce(chainId: number, nonce: number): string | undefined {
    return this.#idOfNonce.get(`${chainId}:${nonce}`);
  }

  /** Returns how much of a token was signed for within 24 hours, in its smallest unit. */
  signedInDay(chainId: number, token: string): bigint {
    const since = this.nowMs() - DAY_MS;
    this.#recent = this.#recent.filter(({ atMs }) => atMs > since);
    return this.#recent
      .filter(({ instruction: one }) => one.chainId === chainId && one.token === token)
      .reduce((sum, { instruction: { amountRaw } }) => sum + amountRaw, 0n);
  }

  /** Returns the time, which never goes back behind the newest line, whatever the clock says. */
  nowMs(): number {
    return Math.max(Date.now(), this.#lastMs);
  }

  /** Records a signature. It must not leave the signer before this has returned. */
  addSigned(instruction: PayoutInstruction, { fees, signature }: Signed): void {
    this.#append({ kind: "signed", instruction, fees, signature });
  }

  /** Records that an instruction is never signed. */
  addRefused(instruction: PayoutInstruction, reason: SignRefusal): void {
    this.#append({ kind: "refused", instruction, reason });
  }

  #append(entry: Unchained<Line>): void {
    if (this.#isBroken || fstatSync(this.#file).size !== this.#size) {
      // Another process writes to the record, or a line may be on disk that is not known here.
      this.#isBroken = true;
      throw new Error("the record is not as this process left it: restart the signer");
    }
    const chain = { n: this.#lines + 1, previous: this.#last, atMs: this.nowMs() };
    const text = JSON.stringify({ ...chain, ...entry }, (_, value: unknown) =>
      typeof value === "bigint" ? value.toString() : value,
    );
    const bytes = Buffer.from(`${text}\n`);
    this.#isBroken = true;
    if (writeSync(this.#file, bytes, 0, bytes.length, this.#size) !== bytes.length) {
      throw new Error("a line of the record was not written completely");
    }
    fsyncSync(this.#file);
    this.#size += bytes.length;
    this.#isBroken = false;
    this.#read(text);
  }

  #read(text: string): void {
    const n = this.#lines + 1;
    const read = line.safeParse(jsonOf(text));
    if (!read.success || read.data.n !== n || read.data.previous !== this.#last) {
      throw new Error(`line ${n} of the record is damaged: restore the record from a copy`);
    }
    const { instruction, atMs } = read.data;
    const known = this.#byId.get(instruction.id) ?? { instruction, signed: [] };
    this.#byId.set(instruction.id, known);
    if (read.data.kind === "refused") {
      this.#refused.set(instruction.id, read.data.reason);
    } else {
      const { fees, signature } = read.data;
      if (known.signed.length === 0) {
        this.#recent.push({ atMs, instruction });
        this.#idOfNonce.set(`${instruction.chainId}:${fees.nonce}`, instruction.id);
      }
      known.signed.push({ fees, signature });
    }
    this.#lines = n;
    this.#last = createHash("sha256").update(text).digest("hex");
    this.#lastMs = Math.max(this.#lastMs, atMs);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
