const TYPE_BYTES = 1;
const LENGTH_BYTES = 4;
/** The statements after which money has moved: writes of the ledger, and explicit commits. */
const WRITE = /\bledger\.submit|^\s*commit\b/i;

const LETTER = {
  parse: 0x50,
  bind: 0x42,
  query: 0x51,
  sync: 0x53,
  readyForQuery: 0x5a,
} as const;

/** Splits one direction of a PostgreSQL connection into messages, wherever chunks are split. */
class MessageReader {
  readonly #onMessage: (type: number, body: Buffer) => void;
  /** The startup message has no type. */
  #isStarted: boolean;
  #rest: Buffer = Buffer.alloc(0);

  constructor(hasStartup: boolean, onMessage: (type: number, body: Buffer) => void) {
    this.#isStarted = !hasStartup;
    this.#onMessage = onMessage;
  }

  read(chunk: Buffer): void {
    let rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    for (;;) {
      const typeBytes = this.#isStarted ? TYPE_BYTES : 0;
      if (rest.length < typeBytes + LENGTH_BYTES) {
        break;
      }
      const end = typeBytes + rest.readUInt32BE(typeBytes);
      if (rest.length < end) {
        break;
      }
      this.#onMessage(this.#isStarted ? rest.readUInt8(0) : 0, rest.subarray(typeBytes + 4, end));
      this.#isStarted = true;
      rest = rest.subarray(end);
    }
    this.#rest = rest;
  }
}

function textsOf(body: Buffer): string[] {
  return body.toString("latin1").split("\0", 2);
}

/** Follows a connection to learn which requests write, and which answers belong to them. */
export class WriteWatch {
  readonly #writingStatements = new Set<string>();
  /** For each answer that is due, whether it answers a write. The first one is for the startup. */
  readonly #due: boolean[] = [false];
  #isWriting = false;
  #sawWrite = false;
  #sawAnswer = false;
  readonly #requests = new MessageReader(true, (type, body) => this.#request(type, body));
  readonly #answers = new MessageReader(false, (type) => this.#answer(type));

  /** Reads what a server sends. Returns whether it contains a write. */
  sent(chunk: Buffer): boolean {
    this.#sawWrite = false;
    this.#requests.read(chunk);
    return this.#sawWrite;
  }

  /** Reads what PostgreSQL sends. Returns whether it contains the answer to a write. */
  received(chunk: Buffer): boolean {
    this.#sawAnswer = false;
    this.#answers.read(chunk);
    return this.#sawAnswer;
  }

  #request(type: number, body: Buffer): void {
    if (type === LETTER.parse) {
      const [name = "", text = ""] = textsOf(body);
      if (WRITE.test(text)) {
        this.#writingStatements.add(name);
      } else {
        this.#writingStatements.delete(name);
      }
    } else if (type === LETTER.bind) {
      const [, statement = ""] = textsOf(body);
      this.#isWriting ||= this.#writingStatements.has(statement);
    } else if (type === LETTER.query) {
      this.#isWriting ||= WRITE.test(textsOf(body)[0] ?? "");
      this.#end();
    } else if (type === LETTER.sync) {
      this.#end();
    }
  }

  #end(): void {
    this.#due.push(this.#isWriting);
    this.#sawWrite ||= this.#isWriting;
    this.#isWriting = false;
  }

  #answer(type: number): void {
    if (type === LETTER.readyForQuery) {
      this.#sawAnswer ||= this.#due.shift() === true;
    }
  }
}
