import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Snapshot } from "@tessera/database/logical-copy/read-snapshot";
import type { BackupHead, BackupManifest } from "./backup-manifest.ts";
import { firstLineOf } from "./first-line.ts";
import { FRAME, frameBytes } from "./frames.ts";
import { keyOfPassphrase, newSealingTerms, sealStream } from "./sealed-stream.ts";

export interface BackupSource {
  readonly snapshot: Pick<Snapshot, "copy" | "sequences">;
  readonly head: BackupHead;
  readonly seal: BackupManifest["seal"];
  /** The passphrase that seals the file. If undefined, anyone who has the file can read it. */
  readonly passphrase: string | undefined;
  /** Called after each table. */
  readonly onTable?: (name: string, rows: number) => void;
  /** Called with the manifest after everything has been read. */
  readonly onManifest?: (manifest: BackupManifest) => void;
}

/** Number of bytes to collect before writing, since rows arrive one at a time. */
const FRAME_BYTES = 256 * 1_024;
const LINE_END = 0x0a;

/**
 * Yields the bytes of a backup: a first line, the body (compressed, and sealed if there is a
 * passphrase), and the SHA-256 of both. Uses little memory, regardless of the amount of data.
 */
export async function* backupBytes(source: BackupSource): AsyncGenerator<Buffer, void> {
  const terms = source.passphrase === undefined ? undefined : newSealingTerms();
  const firstLine = firstLineOf(terms);
  const packed = createGzip({ level: 4 });
  const fed = feed(packed, source);
  const body =
    terms === undefined || source.passphrase === undefined
      ? packed
      : sealStream(packed, await keyOfPassphrase(source.passphrase, terms), terms, firstLine);
  const digest = createHash("sha256").update(firstLine);
  yield Buffer.from(firstLine);
  for await (const bytes of body) {
    digest.update(bytes);
    yield bytes;
  }
  await fed;
  yield digest.digest();
}

/**
 * Writes the frames to the compressor as fast as it accepts them. Passes errors on to the reader of
 * the compressor.
 */
async function feed(packed: ReturnType<typeof createGzip>, source: BackupSource): Promise<void> {
  await pipeline(framesOf(source), packed).catch(() => undefined);
}

async function* framesOf(source: BackupSource): AsyncGenerator<Buffer, void> {
  const { snapshot, head, seal } = source;
  const tables: { name: string; rows: number; sha256: string }[] = [];
  yield frameBytes(FRAME.head, JSON.stringify(head));
  for (const table of head.tables) {
    yield frameBytes(FRAME.table, table.name);
    const digest = createHash("sha256");
    let rows = 0;
    for await (const lines of linesTogether(await snapshot.copy(table))) {
      digest.update(lines);
      rows += countLines(lines);
      yield frameBytes(FRAME.rows, lines);
    }
    tables.push({ name: table.name, rows, sha256: digest.digest("hex") });
    source.onTable?.(table.name, rows);
  }
  const sequences = [...(await snapshot.sequences())];
  const manifest: BackupManifest = { tables, sequences, seal };
  yield frameBytes(FRAME.manifest, JSON.stringify(manifest));
  source.onManifest?.(manifest);
}

async function* linesTogether(rows: Readable): AsyncGenerator<Buffer, void> {
  let kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    kept.push(chunk);
    size += chunk.length;
    if (size >= FRAME_BYTES) {
      yield Buffer.concat(kept);
      kept = [];
      size = 0;
    }
  }
  if (size > 0) {
    yield Buffer.concat(kept);
  }
}

/**
 * Counts the rows in COPY output, where a line break inside a value is escaped as two characters.
 */
export function countLines(text: Buffer): number {
  let count = 0;
  for (let at = text.indexOf(LINE_END); at !== -1; at = text.indexOf(LINE_END, at + 1)) {
    count += 1;
  }
  return count;
}
