import { Buffer } from "node:buffer";

/** The size in bytes of the chunks in which a file is stored. */
const CHUNK_BYTES = 256 * 1_024;

/**
 * Regroups pieces of any size into chunks of a fixed size, so that the same bytes always result in
 * the same chunks. Holds at most one chunk and one piece in memory.
 */
export async function* chunked(
  pieces: AsyncIterable<string | Buffer>,
  chunkBytes: number = CHUNK_BYTES,
): AsyncGenerator<Buffer, void> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  for await (const piece of pieces) {
    let rest = typeof piece === "string" ? Buffer.from(piece) : piece;
    while (heldBytes + rest.length >= chunkBytes) {
      const part = rest.subarray(0, chunkBytes - heldBytes);
      rest = rest.subarray(part.length);
      yield Buffer.concat([...held, part]);
      held = [];
      heldBytes = 0;
    }
    if (rest.length > 0) {
      held.push(rest);
      heldBytes += rest.length;
    }
  }
  if (heldBytes > 0) {
    yield Buffer.concat(held);
  }
}
