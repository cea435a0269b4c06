import { crc32 } from "node:zlib";
import { Deflate } from "fflate";
import {
  archiveEnd,
  dataDescriptor,
  localHeader,
  PLAIN_ZIP,
  type ZipEntry,
  type ZipLimits,
} from "./zip-records.policy.ts";

/**
 * The fastest compression level that still compresses well. A text file shrinks to about a tenth of
 * its size.
 */
const LEVEL = 3;
const PIECE_CHARACTERS = 64 * 1_024;

/** The entry that is being written. */
interface OpenEntry {
  readonly name: string;
  readonly offset: number;
  readonly deflate: Deflate;
  crc: number;
  size: number;
}

/**
 * A zip archive that is produced in pieces. Input is compressed immediately, and the output must be
 * taken before more is written, so that nothing accumulates in memory. An archive, and each entry,
 * may have any size: beyond 4 GB it uses ZIP64.
 */
export class ZipStream {
  readonly #limits: ZipLimits;
  readonly #entries: ZipEntry[] = [];
  #ready: Buffer[] = [];
  /** Number of bytes of the archive so far. */
  #written = 0;
  #entry: OpenEntry | undefined;
  #text = "";

  /** @param limits sizes above which ZIP64 is used; tests lower them */
  constructor(limits: ZipLimits = PLAIN_ZIP) {
    this.#limits = limits;
  }

  begin(name: string): void {
    const deflate = new Deflate({ level: LEVEL }, (piece) => this.#emit(Buffer.from(piece)));
    this.#entry = { name, offset: this.#written, deflate, crc: 0, size: 0 };
    this.#emit(localHeader(name));
  }

  write(text: string): void {
    this.#text += text;
    if (this.#text.length >= PIECE_CHARACTERS) {
      this.#flush(false);
    }
  }

  /**
   * Adds bytes unchanged. They are compressed immediately, so a caller with many bytes should add
   * them in pieces.
   */
  writeBytes(bytes: Buffer): void {
    this.#flush(false);
    this.#push(bytes, false);
  }

  end(): void {
    const entry = this.#entry;
    if (entry === undefined) {
      return;
    }
    this.#flush(true);
    const { name, offset, crc, size } = entry;
    const compressedSize = this.#written - offset - localHeader(name).length;
    this.#emit(dataDescriptor({ crc, size, compressedSize }, this.#limits));
    this.#entries.push({ name, offset, crc, size, compressedSize });
    this.#entry = undefined;
  }

  close(): void {
    this.#emit(archiveEnd(this.#entries, this.#written, this.#limits));
  }

  /** Returns the output compressed since the last call. */
  take(): Buffer {
    const ready = this.#ready;
    this.#ready = [];
    return Buffer.concat(ready);
  }

  #flush(isLast: boolean): void {
    this.#push(Buffer.from(this.#text), isLast);
    this.#text = "";
  }

  #push(bytes: Buffer, isLast: boolean): void {
    const entry = this.#entry;
    if (entry === undefined) {
      return;
    }
    entry.crc = crc32(bytes, entry.crc);
    entry.size += bytes.length;
    entry.deflate.push(bytes, isLast);
  }

  #emit(piece: Buffer): void {
    this.#written += piece.length;
    this.#ready.push(piece);
  }
}
