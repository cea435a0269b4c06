import { setTimeout as sleep } from "node:timers/promises";
import type postgres from "postgres";

const ARCHIVED_WITHIN_MS = 60_000;

/**
 * Waits until all WAL written so far is in the archive.
 *
 * @throws Error if that takes more than a minute
 */
export async function waitForArchive(superuser: postgres.Sql): Promise<void> {
  const [row] = await superuser<{ wal: string }[]>`
    select pg_walfile_name(pg_switch_wal()) as wal`;
  const late = performance.now() + ARCHIVED_WITHIN_MS;
  for (;;) {
    const [archiver] = await superuser<{ is_done: boolean; failed: string }[]>`
      select coalesce(last_archived_wal >= ${row?.wal ?? ""}, false) as is_done,
        failed_count as failed
      from pg_stat_archiver`;
    if (archiver?.is_done === true) {
      return;
    }
    if (performance.now() > late) {
      throw new Error(`${row?.wal} was not archived; ${archiver?.failed} attempts failed`);
    }
    await sleep(100);
  }
}
