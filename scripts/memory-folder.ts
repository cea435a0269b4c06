import { existsSync, statfsSync } from "node:fs";
import { freemem } from "node:os";

const MEMORY = "/dev/shm";
/** Databases and browser profiles of a whole run of all tests take less than half of it. */
const ROOM_BYTES = 6 * 1024 ** 3;

/**
 * Lets everything that this process and its children throw away live in memory, where the machine
 * has such a folder with room in it and nobody has chosen another. Each of the tests' thousands of
 * commits waits for its disk otherwise; a process that is killed loses nothing there either.
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
