import { Zip, ZipDeflate } from "fflate";

/**
 * Returns the same timestamp for every entry, so that the archive does not reveal when or where it
 * was made. Zip files store local times, so the timestamp is built from local components.
 */
function noMoment(): Date {
  return new Date(1980, 0, 1);
}

/**
 * The fastest compression level that still compresses well. A text file shrinks to about a tenth of
 * its size.
 */
const LEVEL = 3;
const PIECE_CHARACTERS = 64 * 1_024;

/**
 * A zip archive that is produced in pieces. Input is compressed immediately, and the output must be
 * taken before more is written, so that nothing accumulates in memory.
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
   * Adds bytes unchanged. They are compressed immediately, so a caller with many bytes should add
   * them in pieces.
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

  /** Returns the output compressed since the last call. */
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
