const LETTER = { sync: 0x53, query: 0x51, readyForQuery: 0x5a, error: 0x45 } as const;
const HEADER_BYTES = 5;

/**
 * Counts messages of certain types in one direction of a connection, no matter where chunks are
 * split.
 */
class MessageCounter {
  readonly #kinds: readonly number[];
  /** Bytes of the current message that have not arrived yet. */
  #left = 0;
  /**
   * A header split across chunks: the number of bytes so far, the message type, and the length so
   * far.
   */
  #headBytes = 0;
  #kind = 0;
  #length = 0;

  constructor(kinds: readonly number[]) {
    this.#kinds = kinds;
  }

  /** Reads a chunk and returns how many messages of the counted types begin in it. */
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
 * Tracks the traffic on one PostgreSQL connection to determine whether a response is due. The
 * server has to send one `ReadyForQuery` for the startup message, one for each `Sync` and one for
 * each simple query, no matter how many were pipelined.
 */
export class ResponseWatch {
  readonly #requests = new MessageCounter([LETTER.sync, LETTER.query]);
  readonly #responses = new MessageCounter([LETTER.readyForQuery]);
  readonly #errors = new MessageCounter([LETTER.error]);
  /** Completed responses, counted only up to that of the first statement. */
  #completed = 0;
  #isStarted = false;
  #isOpen = false;
  #due = 0;
  /**
   * True from the time something is sent until a byte arrives, because the response to a `Flush`
   * contains no `ReadyForQuery`.
   */
  #isUnanswered = false;
  #silentChecks = 0;

  /** Processes sent bytes. The first chunk is the startup message, which has no type byte. */
  sent(chunk: Buffer): void {
    if (this.#isStarted) {
      this.#due += this.#requests.count(chunk);
    } else {
      this.#isStarted = true;
      this.#due = 1;
    }
    this.#isUnanswered = true;
  }

  /**
   * Whether the first statement failed. It is the one with which postgres.js reads the array types;
   * without them, it would send every later array in a form that the server rejects.
   */
  isSpoiled = false;

  /** Processes received bytes. */
  received(chunk: Buffer): void {
    const completed = this.#responses.count(chunk);
    this.#isOpen ||= completed > 0;
    if (this.#completed <= 1) {
      const hasFailed = this.#errors.count(chunk) > 0;
      this.isSpoiled ||= this.#completed === 1 && hasFailed;
      this.#completed += completed;
    }
    this.#due -= completed;
    this.#isUnanswered = false;
    this.#silentChecks = 0;
  }

  /** Whether the server has accepted the connection, which its first `ReadyForQuery` says. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The number of consecutive checks during which a response was due and no byte arrived. */
  get silentChecks(): number {
    return this.#silentChecks;
  }

  /** Begins to count silent checks from zero. */
  forgive(): void {
    this.#silentChecks = 0;
  }

  /**
   * Checks whether a response is due, and returns {@link silentChecks}. Counts checks rather than
   * milliseconds, because a process that was itself suspended checks once when it resumes, and then
   * reads what has arrived in the meantime.
   */
  check(): number {
    this.#silentChecks = this.#due > 0 || this.#isUnanswered ? this.#silentChecks + 1 : 0;
    return this.#silentChecks;
  }
}
