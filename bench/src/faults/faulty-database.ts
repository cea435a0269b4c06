import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { type EmbeddedServer, startEmbeddedServer } from "@tessera/database/embedded";
import postgres from "postgres";

const run = promisify(execFile);

/**
 * Settings that let PostgreSQL recover within a second of being killed. Each commit waits for some
 * milliseconds, as it would for a disk: in memory it would be over before a fault could hit it.
 */
export const LAB_SETTINGS = {
  shared_buffers: "256MB",
  max_connections: "100",
  max_wal_size: "512MB",
  min_wal_size: "64MB",
} as const;

export const SLOW_COMMITS = { commit_delay: "4000", commit_siblings: "0" } as const;

const KILOBYTE = 1_024;
/** How much a full disk still takes: less than one segment of the write-ahead log. */
const ROOM_KILOBYTES = 256;

/** A PostgreSQL that can be killed and restarted. */
export interface FaultyDatabase {
  /** Kills the postmaster, and with it every connection. */
  kill(): void;
  /** Starts PostgreSQL on its data again. */
  start(): Promise<void>;
  /** How often it was killed. */
  readonly kills: number;
  /**
   * Interrupts what a connection's process is doing, as an administrator would.
   *
   * @returns whether the process was committing
   */
  interrupt(backend: number, how: "cancel" | "terminate"): Promise<boolean>;
  stop(): Promise<void>;
}

/** Makes a running PostgreSQL faulty. It keeps the settings that it was started with. */
export function makeFaulty(
  server: EmbeddedServer,
  settings: Readonly<Record<string, string>>,
): FaultyDatabase {
  const uses: EmbeddedServer[] = [];
  const admin = postgres(server.superuserUrl, { max: 1, onnotice: () => undefined });
  let { pid } = server;
  let kills = 0;
  return {
    kill() {
      kills += 1;
      process.kill(pid, "SIGKILL");
    },
    async start() {
      const { dataDir } = server.location;
      const use = await startEmbeddedServer({ dataDir, settings });
      uses.push(use);
      ({ pid } = use);
    },
    get kills() {
      return kills;
    },
    async interrupt(backend, how) {
      const stop = how === "cancel" ? "pg_cancel_backend" : "pg_terminate_backend";
      const [row] = await admin.unsafe<{ committing: boolean }[]>(
        `select coalesce(wait_event, '') ~* 'commit|wal' as committing, ${stop}(pid)
         from pg_stat_activity where pid = $1`,
        [backend],
      );
      return row?.committing === true;
    },
    async stop() {
      await admin.end({ timeout: 1 });
      for (const use of uses) {
        await use.stop();
      }
    },
  };
}

/** A disk of limited size for PostgreSQL's data. */
export interface SmallDisk {
  readonly folder: string;
  /** Leaves no room for `forMs` milliseconds. */
  fill(forMs: number): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Mounts a disk in memory, which needs the rights of root on Linux.
 *
 * @returns undefined if this machine does not allow it
 */
export async function mountSmallDisk(
  folder: string,
  megabytes: number,
): Promise<SmallDisk | undefined> {
  const size = (kilobytes: number) => `size=${kilobytes}k`;
  const whole = megabytes * KILOBYTE;
  const mounted = await run("mount", ["-t", "tmpfs", "-o", size(whole), "tmpfs", folder]).then(
    () => true,
    () => false,
  );
  if (!mounted) {
    return undefined;
  }
  const resize = (kilobytes: number) => run("mount", ["-o", `remount,${size(kilobytes)}`, folder]);
  return {
    folder,
    async fill(forMs) {
      const { stdout } = await run("df", ["-k", "--output=used", folder]);
      const used = Number(stdout.split("\n")[1]);
      await resize(used + ROOM_KILOBYTES);
      await sleep(forMs);
      await resize(whole);
    },
    async remove() {
      await run("umount", ["-l", folder]);
    },
  };
}
