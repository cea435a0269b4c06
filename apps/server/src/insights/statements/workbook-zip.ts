import { Zip, ZipDeflate } from "fflate";

/** The fastest level that still shrinks a sheet to about a tenth of its size. */
const LEVEL = 3;
const PIECE_CHARACTERS = 64 * 1_024;
/** Above this size, ZIP needs its 64-bit extension, which fflate does not write. */
const MAX_BYTES = 0xffff_ffff;

/**
 * The ZIP archive of a workbook, produced in pieces. The output must be taken before more is
 * written, so that nothing accumulates in memory.
 *
 * The same statement must give the same bytes on every server. fflate compresses in JavaScript,
 * while the output of zlib depends on its version and on the processor.
 */
export class WorkbookZip {
  readonly #zip = new Zip((error, piece) => this.#emit(error, piece));
  #ready: Uint8Array[] = [];
  #writtenBytes = 0;
  #part: ZipDeflate | undefined;
  #text = "";

  begin(name: string): void {
    this.#part = new ZipDeflate(name, { level: LEVEL });
    // The earliest time that ZIP can express, in local time, as fflate reads it.
    this.#part.mtime = new Date(1980, 0, 1);
    this.#zip.add(this.#part);
  }

  write(text: string): void {
    this.#text += text;
    if (this.#text.length >= PIECE_CHARACTERS) {
      this.#flush(false);
    }
  }

  end(): void {
    this.#flush(true);
    this.#part = undefined;
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

  #flush(isLast: boolean): void {
    const part = this.#part;
    part?.push(Buffer.from(this.#text), isLast);
    this.#text = "";
    if (part !== undefined && part.size > MAX_BYTES) {
      throw new Error("a sheet is larger than 4 GB");
    }
  }

  #emit(error: Error | null, piece: Uint8Array): void {
    if (error !== null) {
      throw error;
    }
    this.#writtenBytes += piece.length;
    if (this.#writtenBytes > MAX_BYTES) {
      throw new Error("a workbook is larger than 4 GB");
    }
    this.#ready.push(piece);
  }
}
