import { open, readFile, rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "./postmaster.ts";

const PATIENCE_MS = 60_000;
const POLL_MS = 50;

/**
 * Runs `work` while no other process starts or stops the same server.
 *
 * @throws Error naming the process that holds the lock when it does not let go within a minute
 */
export async function withStartLock<T>(lockFile: string, work: () => Promise<T>): Promise<T> {
  await take(lockFile);
  try {
    return await work();
  } finally {
    await rm(lockFile, { force: true });
  }
}

async function take(lockFile: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    if (await tryTake(lockFile)) {
      return;
    }
    const holder = Number(await readFile(lockFile, "utf8").catch(() => ""));
    if (holder > 0 && !isAlive(holder)) {
      await rm(lockFile, { force: true });
    } else if (performance.now() > deadline) {
      throw new Error(
        `process ${holder} has been starting this database for a minute; end it first`,
      );
    } else {
      await sleep(POLL_MS);
    }
  }
}

async function tryTake(lockFile: string): Promise<boolean> {
  try {
    const file = await open(lockFile, "wx", 0o600);
    await file.writeFile(String(process.pid));
    await file.close();
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") {
      return false;
    }
    throw error;
  }
}
