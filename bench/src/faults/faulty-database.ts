import { execFile } from "node:child_process";
import { mkdtemp, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { type EmbeddedServer, startEmbeddedServer } from "@tessera/database/embedded";
import type { Sql } from "postgres";
import { onOwnConnection, untilAnswered } from "./patient-sql.ts";

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

const LOOK_EVERY_MS = 20;
/** Shorter than a server's limit for a silent connection that carries payments. */
const COMMIT_WITHIN_MS = 1_500;
const KILOBYTE = 1_024;
/** How much a full disk still takes: less than one segment of the write-ahead log. */
const ROOM_KILOBYTES = 256;

/** A PostgreSQL that can be killed and restarted. */
export interface FaultyDatabase {
  /** Kills the postmaster, and with it every connection. */
  kill(): void;
  /** Starts PostgreSQL on its data again. */
  start(): Promise<void>;
  /**
   * Makes commits wait for a moment, as for a replica that does not answer, and interrupts one of
   * the waiting processes, as an administrator would.
   *
   * @returns whether a process was committing
   */
  interruptCommit(how: "cancel" | "terminate"): Promise<boolean>;
  stop(): Promise<void>;
}

/** Makes a running PostgreSQL faulty. It keeps the settings that it was started with. */
export function makeFaulty(
  server: EmbeddedServer,
  settings: Readonly<Record<string, string>>,
): FaultyDatabase {
  const uses: EmbeddedServer[] = [];
  const admin = server.superuserUrl;
  let { pid } = server;
  return {
    kill() {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It ended by itself, for example because the disk was full.
      }
    },
    async start() {
      const { dataDir } = server.location;
      const use = await startEmbeddedServer({ dataDir, settings });
      uses.push(use);
      ({ pid } = use);
    },
    async interruptCommit(how) {
      try {
        return await onOwnConnection(admin, async (sql) => {
          await awaitReplica(sql, "nobody");
          return interruptOne(sql, how);
        });
      } catch {
        // PostgreSQL was killed meanwhile.
        return false;
      } finally {
        // The setting would survive a restart.
        await untilAnswered(admin, (sql) => awaitReplica(sql, ""));
      }
    },
    async stop() {
      for (const use of uses) {
        await use.stop();
      }
    },
  };
}

async function interruptOne(sql: Sql, how: "cancel" | "terminate"): Promise<boolean> {
  const stop = how === "cancel" ? "pg_cancel_backend" : "pg_terminate_backend";
  const end = performance.now() + COMMIT_WITHIN_MS;
  while (performance.now() < end) {
    // What waits for a replica is on disk, and can no longer be undone.
    const hit = await sql.unsafe(
      `select ${stop}(pid) from pg_stat_activity where wait_event = 'SyncRep' limit 1`,
    );
    if (hit.length > 0) {
      return true;
    }
    await sleep(LOOK_EVERY_MS);
  }
  return false;
}

/** Sets the replica that commits wait for; none if the name is empty. */
async function awaitReplica(admin: Sql, name: string): Promise<void> {
  await admin.unsafe(`alter system set synchronous_standby_names = '${name}'`);
  await admin.unsafe("select pg_reload_conf()");
}

/** A disk of limited size for PostgreSQL's data, in a folder of its own. */
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
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), "tessera-disk-"));
  const size = (kilobytes: number) => `size=${kilobytes}k`;
  const whole = megabytes * KILOBYTE;
  const mounted = await run("mount", ["-t", "tmpfs", "-o", size(whole), "tmpfs", folder]).then(
    () => true,
    () => false,
  );
  if (!mounted) {
    await rmdir(folder);
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
      await rmdir(folder);
    },
  };
}
