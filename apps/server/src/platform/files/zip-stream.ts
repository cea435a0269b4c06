import { Zip, ZipDeflate } from "fflate";

/**
 * Returns the time of every entry, so that the bytes do not reveal when or where they were made. An
 * archive has local times, so this one is built from local components, from which it will be read.
 */
function noMoment(): Date {
  return new Date(1980, 0, 1);
}

/** The fastest level that still compresses well; a text file shrinks to about a tenth. */
const LEVEL = 3;
const PIECE_CHARACTERS = 64 * 1_024;

/**
 * A zip archive in pieces. Input is compressed immediately, and the output must be taken before
 * more is written, so that nothing accumulates.
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

  /**
   * Adds bytes unchanged. They are compressed immediately, so a caller with many adds them in
   * pieces.
   */
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

  /** Returns what has been compressed so far. */
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
