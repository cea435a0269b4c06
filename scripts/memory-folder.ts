import { existsSync, statfsSync } from "node:fs";
import { freemem } from "node:os";

const MEMORY = "/dev/shm";
/** Databases and browser profiles of a whole test run take less than half of it. */
const ROOM_BYTES = 6 * 1024 ** 3;

/**
 * Puts temporary files of this process and its children into memory, if the machine has such a
 * folder with enough room and nobody has chosen another. Otherwise each of the tests' thousands of
 * commits waits for the disk.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR === undefined && hasRoom()) {
    process.env.TMPDIR = MEMORY;
  }
}

function hasRoom(): boolean {
  if (process.platform !== "linux" || !existsSync(MEMORY) || freemem() < ROOM_BYTES) {
    return false;
  }
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ROOM_BYTES;
}
