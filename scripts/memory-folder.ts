import { existsSync, statfsSync } from "node:fs";
import { freemem } from "node:os";

const MEMORY = "/dev/shm";
/**
 * Required space. The databases and browser profiles of a complete test run take less than half of
 * it.
 */
const ROOM_BYTES = 6 * 1024 ** 3;

/**
 * Puts the temporary files of this process and its children in memory, if the machine has a
 * suitable folder with enough space and no other folder was chosen. Otherwise, each of the tests'
 * thousands of commits would have to wait for the disk.
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
