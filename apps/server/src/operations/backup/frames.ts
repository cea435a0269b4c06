import { DamagedBackupError } from "./damaged-backup-error.ts";

/**
 * The types of frames in a backup: JSON at the start and end, with table names and rows in between.
 */
export const FRAME = { head: 1, table: 2, rows: 3, manifest: 4 } as const;

export interface Frame {
  readonly kind: number;
  readonly payload: Buffer;
}

/** Length of a frame header in bytes: one byte for the type and four for the length. */
const START_BYTES = 5;
/** Maximum frame length in bytes, so that a damaged length cannot exhaust memory. */
const MAX_BYTES = 16 * 1_024 * 1_024;

/** Returns the bytes of a frame. */
export function frameBytes(kind: number, payload: Buffer | string): Buffer {
  const body = Buffer.from(payload);
  if (body.length > MAX_BYTES) {
    throw new RangeError(`a frame of ${body.length} bytes is too long`);
  }
  const start = Buffer.alloc(START_BYTES);
  start.writeUInt8(kind, 0);
  start.writeUInt32BE(body.length, 1);
  return Buffer.concat([start, body]);
}

/**
 * Reads frames from a stream of bytes.
 *
 * @throws DamagedBackupError if the stream ends inside a frame
 */
export async function* readFrames(source: AsyncIterable<Buffer>): AsyncGenerator<Frame, void> {
  let kept: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    kept = kept.length === 0 ? chunk : Buffer.concat([kept, chunk]);
    while (kept.length >= START_BYTES) {
      const length = kept.readUInt32BE(1);
      if (length > MAX_BYTES) {
        throw new DamagedBackupError("it contains a part that is too long");
      }
      if (kept.length < START_BYTES + length) {
        break;
      }
      const end = START_BYTES + length;
      yield { kind: kept.readUInt8(0), payload: kept.subarray(START_BYTES, end) };
      kept = kept.subarray(end);
    }
  }
  if (kept.length > 0) {
    throw new DamagedBackupError("it is cut off");
  }
}
