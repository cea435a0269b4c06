import { sql } from "kysely";
import type { Tx } from "./db.ts";

/** A standby of this database server. */
export interface Standby {
  /** The `application_name` under which the standby connects. */
  readonly name: string;
  readonly syncState: string;
  /** The standby's replay lag; null if it has caught up. */
  readonly replayLagSeconds: number | null;
  /** Bytes of WAL that the standby has not yet replayed. */
  readonly behindBytes: number;
}

/** Selects up to 20 standbys. Returns none if the role may not see their state. */
export async function selectStandbys(tx: Tx): Promise<Standby[]> {
  const { rows } = await sql<Standby>`
    select application_name as name, sync_state as "syncState",
      extract(epoch from replay_lag)::float8 as "replayLagSeconds",
      coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn), 0)::float8 as "behindBytes"
    from pg_stat_replication
    where sync_state is not null and not pg_is_in_recovery()
    order by application_name limit 20`.execute(tx);
  return rows;
}

/** The state of the WAL archive. Ages are null until the first file is archived. */
export interface WalArchive {
  readonly lastAgeSeconds: number | null;
  readonly isFailing: boolean;
}

/** Reads the state of the WAL archive, or returns undefined if this server does not archive WAL. */
export async function findWalArchive(tx: Tx): Promise<WalArchive | undefined> {
  const { rows } = await sql<WalArchive>`
    select extract(epoch from now() - last_archived_time)::float8 as "lastAgeSeconds",
      coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isFailing"
    from pg_stat_archiver where current_setting('archive_mode') <> 'off'`.execute(tx);
  return rows[0];
}
