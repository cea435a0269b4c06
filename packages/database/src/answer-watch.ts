const LETTER = { sync: 0x53, query: 0x51, readyForQuery: 0x5a } as const;
const HEADER_BYTES = 5;

/** Counts messages of some kinds in one direction of a connection, however its chunks are split. */
class MessageCounter {
  readonly #kinds: readonly number[];
  /** Bytes of the current message that are still to come. */
  #left = 0;
  /** A header split across chunks: how many bytes came, its kind, and its length so far. */
  #headBytes = 0;
  #kind = 0;
  #length = 0;

  constructor(kinds: readonly number[]) {
    this.#kinds = kinds;
  }

  /** Reads a chunk and returns how many messages of these kinds begin in it. */
  count(chunk: Buffer): number {
    let found = 0;
    let at = 0;
    while (at < chunk.length) {
      if (this.#left > 0) {
        const step = Math.min(this.#left, chunk.length - at);
        this.#left -= step;
        at += step;
      } else if (this.#headBytes === 0 && chunk.length - at >= HEADER_BYTES) {
        found += this.#begin(chunk.readUInt8(at), chunk.readUInt32BE(at + 1));
        at += HEADER_BYTES;
      } else {
        found += this.#headByte(chunk.readUInt8(at));
        at += 1;
      }
    }
    return found;
  }

  #begin(kind: number, length: number): number {
    this.#left = length - (HEADER_BYTES - 1);
    return this.#kinds.includes(kind) ? 1 : 0;
  }

  #headByte(byte: number): number {
    if (this.#headBytes === 0) {
      this.#kind = byte;
      this.#length = 0;
    } else {
      this.#length = this.#length * 256 + byte;
    }
    this.#headBytes += 1;
    if (this.#headBytes < HEADER_BYTES) {
      return 0;
    }
    this.#headBytes = 0;
    return this.#begin(this.#kind, this.#length);
  }
}

/**
 * Follows the traffic of one connection to PostgreSQL to know whether a response is due: the server
 * owes a `ReadyForQuery` for the startup, for each `Sync` and for each simple query, however many
 * were pipelined.
 */
export class AnswerWatch {
  readonly #asked = new MessageCounter([LETTER.sync, LETTER.query]);
  readonly #answered = new MessageCounter([LETTER.readyForQuery]);
  #isStarted = false;
  #due = 0;
  /** Set on sending until any byte arrives: a `Flush` is answered without a `ReadyForQuery`. */
  #isUnheard = false;
  #silentLooks = 0;

  /** Takes sent bytes. The first chunk is the startup message, which has no kind. */
  sent(chunk: Buffer): void {
    if (this.#isStarted) {
      this.#due += this.#asked.count(chunk);
    } else {
      this.#isStarted = true;
      this.#due = 1;
    }
    this.#isUnheard = true;
  }

  /** Takes received bytes. */
  heard(chunk: Buffer): void {
    this.#due -= this.#answered.count(chunk);
    this.#isUnheard = false;
    this.#silentLooks = 0;
  }

  /**
   * Returns for how many looks in a row a response was due and no byte arrived. Looks are counted
   * instead of milliseconds: a process that was itself suspended looks once afterwards, and then
   * reads what arrived meanwhile.
   */
  look(): number {
    this.#silentLooks = this.#due > 0 || this.#isUnheard ? this.#silentLooks + 1 : 0;
    return this.#silentLooks;
  }
}
