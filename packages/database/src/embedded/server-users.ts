import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isRunning, processIdentity } from "./process-identity.ts";

/** A process's use of a server, from {@link joinServer} until {@link leaveServer}. */
export interface ServerUse {
  readonly file: string;
}

/** Registers this process as a user of the server. Call it while holding the start lock. */
export async function joinServer(usersDir: string): Promise<ServerUse> {
  await mkdir(usersDir, { recursive: true, mode: 0o700 });
  const file = join(usersDir, `${process.pid}-${randomUUID()}`);
  await writeFile(file, processIdentity(process.pid), { mode: 0o600 });
  return { file };
}

/**
 * Unregisters a process's use of the server. Call it while holding the start lock.
 *
 * @returns true if no other live process uses the server
 */
export async function leaveServer(usersDir: string, { file }: ServerUse): Promise<boolean> {
  await rm(file, { force: true });
  const others = await readdir(usersDir).catch(() => []);
  for (const name of others) {
    const other = join(usersDir, name);
    if (isRunning(await readFile(other, "utf8").catch(() => ""))) {
      return false;
    }
    await rm(other, { force: true });
  }
  return true;
}
