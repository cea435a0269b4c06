import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import {
  type BackupHead,
  type BackupManifest,
  parseHead,
  parseManifest,
} from "./backup-manifest.ts";
import { DamagedBackupError } from "./damaged-backup-error.ts";
import { FIRST_LINE_MAX_BYTES, parseFirstLine } from "./first-line.ts";
import { FRAME, type Frame, readFrames } from "./frames.ts";
import { keyOfPassphrase, openStream } from "./sealed-stream.ts";
import { countLines } from "./write-backup.ts";

/** A backup that was read from beginning to end and found to be complete. */
export interface CheckedBackup {
  readonly head: BackupHead;
  readonly manifest: BackupManifest;
  /** Passes each table's rows to `take`, one table at a time, and verifies them again. */
  readTables(take: (table: BackupTable, rows: Readable) => Promise<void>): Promise<void>;
}

const DIGEST_BYTES = 32;
const UNPACKED_BYTES = 256 * 1_024;

interface OpenBackup {
  readonly path: string;
  readonly firstLine: string;
  /** The offset at which the body starts. The body extends to the end of the file. */
  readonly start: number;
  readonly end: number;
  readonly key: Buffer | undefined;
}

/**
 * Reads an entire backup. Verifies the checksum of the file and of every part, and compares every
 * table with the manifest.
 *
 * @param passphrase called if the backup is sealed
 * @throws DamagedBackupError if anything is missing or differs from the original
 */
export async function checkBackup(
  path: string,
  passphrase: () => Promise<string>,
): Promise<CheckedBackup> {
  const backup = await openBackup(path, passphrase);
  const found = await walk(backup, async (_, rows) => {
    // The rows are counted and hashed as the frames are read.
    await finished(Readable.from(rows, { objectMode: false }).resume());
  });
  return {
    ...found,
    async readTables(take) {
      await walk(backup, async (table, rows) => {
        await take(table, Readable.from(rows, { objectMode: false }));
      });
    },
  };
}

async function openBackup(path: string, passphrase: () => Promise<string>): Promise<OpenBackup> {
  const { size } = await stat(path);
  const firstLine = await readFirstLine(path);
  const terms = parseFirstLine(firstLine);
  const end = size - DIGEST_BYTES - 1;
  await requireDigest(path, end);
  const key = terms && (await keyOfPassphrase(await passphrase(), terms));
  return { path, firstLine, start: Buffer.byteLength(firstLine), end, key };
}

async function readFirstLine(path: string): Promise<string> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(FIRST_LINE_MAX_BYTES) });
    const text = buffer.subarray(0, bytesRead).toString("latin1");
    return text.slice(0, text.indexOf("\n") + 1);
  } finally {
    await file.close();
  }
}

async function requireDigest(path: string, end: number): Promise<void> {
  const digest = createHash("sha256");
  for await (const bytes of createReadStream(path, { end: Math.max(0, end) })) {
    digest.update(bytes);
  }
  let written = Buffer.alloc(0);
  for await (const bytes of createReadStream(path, { start: Math.max(0, end + 1) })) {
    written = Buffer.concat([written, bytes]);
  }
  if (!digest.digest().equals(written)) {
    throw new DamagedBackupError("it is damaged or cut off: its checksum differs");
  }
}

function framesOf({ path, firstLine, start, end, key }: OpenBackup): AsyncGenerator<Frame, void> {
  const file = createReadStream(path, { start, end });
  const terms = parseFirstLine(firstLine);
  const packed: AsyncIterable<Buffer> =
    key === undefined || terms === undefined ? file : openStream(file, key, terms, firstLine);
  const unpacked = Readable.from(packed, { objectMode: false });
  const gunzip = createGunzip({ chunkSize: UNPACKED_BYTES });
  unpacked.on("error", (error) => gunzip.destroy(error));
  return readFrames(unpacked.pipe(gunzip));
}

type BackupTable = BackupHead["tables"][number];
type TakeRows = (table: BackupTable, rows: AsyncIterable<Buffer>) => Promise<void>;

/** Reads the frames in order and passes on each table's rows as a single stream. */
async function walk(
  backup: OpenBackup,
  take: TakeRows,
): Promise<{ head: BackupHead; manifest: BackupManifest }> {
  try {
    const frames = peekable(framesOf(backup));
    const head = parseHead(String((await expectKind(frames, FRAME.head)).payload));
    const tables: BackupManifest["tables"] = [];
    while ((await frames.peek())?.kind === FRAME.table) {
      const name = String((await expectKind(frames, FRAME.table)).payload);
      const table = head.tables.find((one) => one.name === name);
      if (table === undefined) {
        throw new DamagedBackupError(`it contains a table ${name} that it does not announce`);
      }
      const counted = { rows: 0, digest: createHash("sha256") };
      await take(table, rowsOf(frames, counted));
      tables.push({ name, rows: counted.rows, sha256: counted.digest.digest("hex") });
    }
    const manifest = parseManifest(String((await expectKind(frames, FRAME.manifest)).payload));
    if ((await frames.peek()) !== undefined) {
      throw new DamagedBackupError("it continues after its end");
    }
    requireSameTables(head, manifest, tables);
    return { head, manifest };
  } catch (error) {
    throw isOfTheFile(error) ? new DamagedBackupError("it cannot be read", error) : error;
  }
}

/**
 * Returns whether an error was caused by decompressing or parsing the file rather than by the
 * consumer of the rows.
 */
function isOfTheFile(error: unknown): boolean {
  return (
    error instanceof SyntaxError ||
    (error instanceof Error &&
      (error.name === "$ZodError" ||
        error.name === "ZodError" ||
        ("code" in error && String(error.code).startsWith("Z_"))))
  );
}

interface Frames {
  peek(): Promise<Frame | undefined>;
  next(): Promise<Frame | undefined>;
}

function peekable(source: AsyncGenerator<Frame, void>): Frames {
  let waiting: Frame | undefined;
  const peek = async () => {
    waiting ??= (await source.next()).value ?? undefined;
    return waiting;
  };
  return {
    peek,
    async next() {
      const frame = await peek();
      waiting = undefined;
      return frame;
    },
  };
}

async function expectKind(frames: Frames, kind: number): Promise<Frame> {
  const frame = await frames.next();
  if (frame?.kind !== kind) {
    throw new DamagedBackupError(frame === undefined ? "it is cut off" : "its parts are mixed up");
  }
  return frame;
}

async function* rowsOf(
  frames: Frames,
  counted: { rows: number; readonly digest: ReturnType<typeof createHash> },
): AsyncGenerator<Buffer, void> {
  while ((await frames.peek())?.kind === FRAME.rows) {
    const { payload } = await expectKind(frames, FRAME.rows);
    counted.digest.update(payload);
    counted.rows += countLines(payload);
    yield payload;
  }
}

function requireSameTables(
  head: BackupHead,
  manifest: BackupManifest,
  found: BackupManifest["tables"],
): void {
  const names = head.tables.map(({ name }) => name);
  if (
    JSON.stringify(found) !== JSON.stringify(manifest.tables) ||
    JSON.stringify(names) !== JSON.stringify(found.map(({ name }) => name))
  ) {
    throw new DamagedBackupError("its rows differ from its manifest");
  }
}
