import { readdir, readFile } from "node:fs/promises";
import type { Sql } from "postgres";

/** The WAL position and the size of the ledger, used to compute the cost of a movement. */
export interface Footprint {
  readonly walBytes: number;
  readonly diskBytes: number;
  readonly movements: number;
}

export async function footprintOf(owner: Sql): Promise<Footprint> {
  const [row] = await owner<{ wal: string; disk: string; movements: string }[]>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as wal,
      (select sum(pg_total_relation_size(c.oid)) from pg_class c
        join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'ledger' and c.relkind in ('r', 'm'))::text as disk,
      (select count(*) from ledger.movement)::text as movements`;
  return {
    walBytes: Number(row?.wal ?? 0),
    diskBytes: Number(row?.disk ?? 0),
    movements: Number(row?.movements ?? 0),
  };
}

/** Returns the number of bytes that each movement wrote between two readings. */
export function costOf(before: Footprint, after: Footprint): { wal: number; disk: number } {
  const movements = Math.max(1, after.movements - before.movements);
  return {
    wal: Math.round((after.walBytes - before.walBytes) / movements),
    disk: Math.round((after.diskBytes - before.diskBytes) / movements),
  };
}

/** Clock ticks per second in /proc, the same on every Linux system. */
const TICKS_PER_SECOND = 100;

/**
 * Returns the CPU seconds that processes and their descendants have used so far, including exited
 * children; undefined if the operating system does not report them.
 */
export async function cpuSecondsOf(pids: readonly number[]): Promise<number | undefined> {
  const seconds = await cpuSecondsByRoot(pids);
  return seconds.size === 0 ? undefined : [...seconds.values()].reduce((sum, one) => sum + one, 0);
}

/**
 * Returns the CPU seconds of each process with its descendants, including exited children, all read
 * at the same time. Omits processes that the operating system does not report.
 */
export async function cpuSecondsByRoot(
  pids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const names = await readdir("/proc").catch(() => []);
  const stats = await Promise.all(
    names.filter((name) => /^\d+$/.test(name)).map((name) => statOf(Number(name))),
  );
  const byPid = new Map(stats.filter((one) => one !== undefined).map((one) => [one.pid, one]));
  const rootOf = (pid: number): number =>
    pids.includes(pid) || !byPid.has(pid) ? pid : rootOf(byPid.get(pid)?.parent ?? 0);
  const seconds = new Map<number, number>();
  for (const { pid, ticks } of byPid.values()) {
    const root = rootOf(pid);
    if (pids.includes(root)) {
      seconds.set(root, (seconds.get(root) ?? 0) + ticks / TICKS_PER_SECOND);
    }
  }
  return seconds;
}

async function statOf(pid: number) {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  // The process name in parentheses may contain spaces.
  const fields = text?.slice(text.lastIndexOf(")") + 2).split(" ");
  if (fields === undefined) {
    return undefined;
  }
  // utime, stime, cutime and cstime, located by their offset from the state field.
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { pid, parent: Number(fields[1]), ticks };
}

/** Returns the resident memory of a process in MiB; 0 if the system does not report it. */
export async function residentMemoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kilobytes = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0);
  return Math.round(kilobytes / 1024);
}
