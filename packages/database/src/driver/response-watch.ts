const LETTER = { sync: 0x53, query: 0x51, readyForQuery: 0x5a } as const;
const HEADER_BYTES = 5;

/**
 * Counts messages of some kinds in one direction of a connection, wherever its chunks are split.
 */
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
export class ResponseWatch {
  readonly #requests = new MessageCounter([LETTER.sync, LETTER.query]);
  readonly #responses = new MessageCounter([LETTER.readyForQuery]);
  #isStarted = false;
  #due = 0;
  /** Set from sending until a byte arrives: a `Flush` is answered without a `ReadyForQuery`. */
  #isUnanswered = false;
  #silentChecks = 0;

  /** Processes sent bytes. The first chunk is the startup message, which has no kind. */
  sent(chunk: Buffer): void {
    if (this.#isStarted) {
      this.#due += this.#requests.count(chunk);
    } else {
      this.#isStarted = true;
      this.#due = 1;
    }
    this.#isUnanswered = true;
  }

  /** Processes received bytes. */
  received(chunk: Buffer): void {
    this.#due -= this.#responses.count(chunk);
    this.#isUnanswered = false;
    this.#silentChecks = 0;
  }

  /**
   * Counts the checks in a row during which a response was due and no byte arrived. It counts
   * checks rather than milliseconds: a process that was itself suspended checks once when it
   * resumes, and then reads what arrived meanwhile.
   */
  check(): number {
    this.#silentChecks = this.#due > 0 || this.#isUnanswered ? this.#silentChecks + 1 : 0;
    return this.#silentChecks;
  }
}
