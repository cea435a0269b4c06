import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { isRunning, processIdentity } from "./process-identity.ts";

const PATIENCE_MS = 60_000;
const POLL_MS = 50;

/**
 * Runs `work` while no other process starts or stops the same server.
 *
 * @throws Error naming the process that holds the lock, if it holds the lock for over a minute
 */
export async function withStartLock<T>(lockFile: string, work: () => Promise<T>): Promise<T> {
  const mine = `${processIdentity(process.pid)}\n${randomUUID()}`;
  await take(lockFile, mine);
  try {
    return await work();
  } finally {
    // Another process may have taken the lock from this one if this process was suspended for a
    // long time.
    if ((await contentOf(lockFile)) === mine) {
      await rm(lockFile, { force: true });
    }
  }
}

async function take(lockFile: string, mine: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await tryTake(lockFile, mine))) {
    const held = await contentOf(lockFile);
    const [holder = ""] = held.split("\n");
    if (held !== "" && !isRunning(holder)) {
      await breakLock(lockFile, held);
    } else if (performance.now() > deadline) {
      const [pid] = holder.split(" ");
      throw new Error(`process ${pid} has been starting this database for a minute; end it first`);
    } else {
      await sleep(POLL_MS);
    }
  }
}

/** Creates the lock and its content atomically, so that nobody reads a partial file. */
async function tryTake(lockFile: string, mine: string): Promise<boolean> {
  const prepared = `${lockFile}.${randomUUID()}`;
  await writeFile(prepared, mine, { mode: 0o600 });
  try {
    await link(prepared, lockFile);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") {
      return false;
    }
    throw error;
  } finally {
    await rm(prepared, { force: true });
  }
}

/** Removes the lock of a dead process, but never a newer lock that has replaced it. */
async function breakLock(lockFile: string, held: string): Promise<void> {
  const aside = `${lockFile}.${randomUUID()}`;
  try {
    await rename(lockFile, aside);
    if ((await contentOf(aside)) !== held) {
      await link(aside, lockFile);
    }
  } catch {
    // Another process got there first; the next attempt sees that process's lock.
  } finally {
    await rm(aside, { force: true });
  }
}

async function contentOf(file: string): Promise<string> {
  return readFile(file, "utf8").catch(() => "");
}
