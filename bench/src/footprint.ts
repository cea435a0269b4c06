import { readFile } from "node:fs/promises";
import type { Sql } from "postgres";

/** The position of the write-ahead log and the size of the ledger, to compute a movement's cost. */
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

/** Returns what one movement wrote between two readings. */
export function costOf(before: Footprint, after: Footprint): { wal: number; disk: number } {
  const movements = Math.max(1, after.movements - before.movements);
  return {
    wal: Math.round((after.walBytes - before.walBytes) / movements),
    disk: Math.round((after.diskBytes - before.diskBytes) / movements),
  };
}

/** Returns the resident memory of a process in MiB; 0 if the system does not report it. */
export async function residentMemoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kilobytes = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0);
  return Math.round(kilobytes / 1024);
}
