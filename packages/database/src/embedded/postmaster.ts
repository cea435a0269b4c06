import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { open, readdir, readFile, readlink } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { databaseErrorKind } from "../database-errors.ts";
import type { Binaries } from "./binaries.ts";
import type { ServerUser } from "./server-user.ts";

const POLL_MS = 25;
const ASK_TIMEOUT_S = 3;

/** The contents of `postmaster.pid`. */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
}

/** Reads `postmaster.pid`; `undefined` if the file is missing or incomplete. */
export async function readPostmasterFile(dataDir: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(join(dataDir, "postmaster.pid"), "utf8").catch(() => "");
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  return pid > 0 && port > 0 ? { pid, port } : undefined;
}

/** Returns whether a process with this pid is running; a zombie does not count. */
export function isAlive(pid: number): boolean {
  // Look for a zombie first: its parent could reap it between the two calls.
  if (isZombie(pid)) {
    return false;
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Returns whether the process is a zombie, as in a container without an init process. */
function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

/**
 * Returns whether a live process could be the postmaster of `dataDir`. Also returns true if the
 * operating system does not provide this information.
 */
export async function looksLikePostmaster(pid: number, dataDir: string): Promise<boolean> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => undefined);
  return commandLine === undefined ? process.platform !== "linux" : commandLine.includes(dataDir);
}

const ORPHAN_PATIENCE_MS = 15_000;

/**
 * Waits until no process of a killed server is still using `dataDir`. Those processes soon notice
 * that their postmaster is gone. On a system without /proc, returns immediately and relies on
 * PostgreSQL's own check.
 */
export async function waitForOrphans(dataDir: string): Promise<void> {
  const gone = await waitUntil(async () => {
    const processes = await readdir("/proc").catch(() => []);
    const folders = await Promise.all(
      processes
        .filter((name) => /^\d+$/.test(name))
        .map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => "")),
    );
    return !folders.includes(dataDir);
  }, ORPHAN_PATIENCE_MS);
  if (!gone) {
    throw new Error(`processes of a killed PostgreSQL still work in ${dataDir}; end them first`);
  }
}

/** Returns a loopback port that nothing is currently listening on. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") {
    throw new Error("the system gave no free port");
  }
  return address.port;
}

/**
 * Starts the postmaster detached from any terminal. This way, Ctrl-C reaches only this process,
 * which shuts the postmaster down cleanly.
 *
 * @returns its process id
 */
export async function spawnPostmaster(
  binaries: Binaries,
  dataDir: string,
  args: readonly string[],
  logFile: string,
  user: ServerUser | undefined,
): Promise<{ pid: number; exited: Promise<number | null> }> {
  const log = await open(logFile, "a", 0o600);
  try {
    const child = spawn(binaries.postgres, ["-D", dataDir, ...args], {
      cwd: "/",
      detached: true,
      stdio: ["ignore", log.fd, log.fd],
      ...(user && { uid: user.uid, gid: user.gid }),
    });
    const exited = new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code) => resolve(code));
    });
    exited.catch(() => undefined);
    child.unref();
    if (child.pid === undefined) {
      await exited;
      throw new Error("PostgreSQL could not be started");
    }
    return { pid: child.pid, exited };
  } finally {
    await log.close();
  }
}

/**
 * Returns the data directory of the server at `superuserUrl`, or the reason that the server does
 * not respond.
 */
export async function askServer(
  superuserUrl: string,
): Promise<{ dataDir: string } | { refusal: "starting" | "foreign" | "absent" }> {
  const sql = postgres(superuserUrl, {
    max: 1,
    fetch_types: false,
    connect_timeout: ASK_TIMEOUT_S,
    onnotice: () => undefined,
  });
  try {
    const [row] = await sql<{ data_directory: string }[]>`show data_directory`;
    return row === undefined ? { refusal: "foreign" } : { dataDir: row.data_directory };
  } catch (error) {
    const kind = databaseErrorKind(error);
    if (kind === "server_unavailable") {
      return { refusal: "starting" };
    }
    return { refusal: kind === "connection_lost" ? "absent" : "foreign" };
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Waits until `condition` holds; returns false if `timeoutMs` passes first. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  timeoutMs: number,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    if (await condition()) {
      return true;
    }
    await sleep(POLL_MS);
  }
  return false;
}
