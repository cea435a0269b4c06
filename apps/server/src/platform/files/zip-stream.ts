import { Zip, ZipDeflate } from "fflate";

/**
 * Every entry is of this moment: the bytes tell nothing of when or where they were made. An archive
 * has local times, so it is made on the clock that it will be read from.
 */
function noMoment(): Date {
  return new Date(1980, 0, 1);
}

/** The fastest that still packs well; a file of text shrinks to about a tenth by it. */
const LEVEL = 3;
const PIECE_CHARACTERS = 64 * 1_024;

/**
 * A zip archive in pieces. What is pushed is packed at once, and what came of it must be taken
 * before more is pushed, so that nothing heaps up.
 */
export class ZipStream {
  #ready: Buffer[] = [];
  #entry: ZipDeflate | undefined;
  #text = "";
  readonly #zip = new Zip((error, piece) => {
    if (error !== null) {
      throw error;
    }
    this.#ready.push(Buffer.from(piece));
  });

  begin(name: string): void {
    const entry = new ZipDeflate(name, { level: LEVEL });
    entry.mtime = noMoment();
    this.#zip.add(entry);
    this.#entry = entry;
  }

  write(text: string): void {
    this.#text += text;
    if (this.#text.length >= PIECE_CHARACTERS) {
      this.#push(false);
    }
  }

  /** Adds bytes as they are. They are packed at once, so a caller with many adds them in pieces. */
  writeBytes(bytes: Buffer): void {
    this.#push(false);
    this.#entry?.push(bytes, false);
  }

  end(): void {
    this.#push(true);
    this.#entry = undefined;
  }

  close(): void {
    this.#zip.end();
  }

  /** What is packed by now. */
  take(): Buffer {
    const ready = this.#ready;
    this.#ready = [];
    return Buffer.concat(ready);
  }

  #push(isLast: boolean): void {
    this.#entry?.push(Buffer.from(this.#text), isLast);
    this.#text = "";
  }
}
