import type { Sql } from "@tessera/database";
import { type FenceMark, fenceMarkIn } from "./fence-mark.ts";

type Asked = Pick<Sql, "unsafe">;

/** A database of a server, other than templates and the one that commands connect to. */
export interface ServerDatabase {
  readonly name: string;
  readonly isOpen: boolean;
  /** Whether this role may close and open it. */
  readonly isOwn: boolean;
  readonly comment: string | null;
  readonly mark: FenceMark | undefined;
}

/** Selects the databases that a fence closes, or has closed. */
export async function selectDatabases(sql: Asked): Promise<ServerDatabase[]> {
  const rows = await sql.unsafe<Omit<ServerDatabase, "mark">[]>(
    `select datname as name, datallowconn as "isOpen", pg_has_role(datdba, 'usage') as "isOwn",
       shobj_description(oid, 'pg_database') as comment
     from pg_database
     where not datistemplate and datname <> current_database()
     order by datname`,
  );
  return rows
    .map((row) => ({ ...row, mark: fenceMarkIn(row.comment) }))
    .filter(({ isOpen, mark }) => isOpen || mark !== undefined);
}

/** What a server says about itself. */
export interface ServerFacts {
  readonly system: string;
  readonly version: number;
  readonly isStandby: boolean;
  readonly startedAt: string;
  readonly port: number;
  readonly role: string;
  readonly isSuperuser: boolean;
  /** The privileges that the role lacks to move a cell. */
  readonly lacks: readonly string[];
  /** Whether Patroni manages the server, which would undo what a move does. */
  readonly hasPatroni: boolean;
  /** Whether Tessera uses the database that commands connect to, which a fence leaves open. */
  readonly hasOpenBooks: boolean;
}

export async function readServerFacts(sql: Asked): Promise<ServerFacts> {
  const [row] = await sql.unsafe<ServerFacts[]>(
    `select (select system_identifier::text from pg_control_system()) as system,
       current_setting('server_version_num')::int / 10000 as version,
       pg_is_in_recovery() as "isStandby",
       pg_postmaster_start_time()::text as "startedAt",
       current_setting('port')::int as port,
       current_user::text as role,
       (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
       array_remove(array[
         case when not pg_has_role('pg_signal_backend', 'usage') then 'pg_signal_backend' end,
         case when not pg_has_role('pg_read_all_stats', 'usage') then 'pg_read_all_stats' end,
         case when not has_function_privilege('pg_promote(boolean, integer)', 'execute')
           then 'pg_promote' end
       ], null) as lacks,
       exists (select from pg_stat_activity where application_name ilike 'patroni%')
         as "hasPatroni",
       exists (select from pg_class
         where relname = 'tessera_migration' and relnamespace = 'public'::regnamespace)
         as "hasOpenBooks"`,
  );
  if (row === undefined) {
    throw new Error("the server says nothing about itself");
  }
  return row;
}

/** What a standby has received and replayed, and whether it could work as a primary. */
export interface StandbyFacts {
  /** `streaming` if the standby receives the primary's log; null if it receives nothing. */
  readonly receiver: string | null;
  readonly isPaused: boolean;
  /** Bytes of the primary's log that it has not replayed. */
  readonly lagBytes: number;
  /** Its `synchronous_standby_names`. */
  readonly waitsFor: string;
  /** The names of the standbys that follow it. */
  readonly following: readonly string[];
}

/** Reads how far a standby is behind a position of its primary. */
export async function readStandbyFacts(sql: Asked, position: string): Promise<StandbyFacts> {
  const [row] = await sql.unsafe<StandbyFacts[]>(
    `select (select status from pg_stat_wal_receiver) as receiver,
       pg_is_in_recovery() and pg_is_wal_replay_paused() as "isPaused",
       greatest(0, pg_wal_lsn_diff($1::pg_lsn, coalesce(pg_last_wal_replay_lsn(), '0/0')))::float8
         as "lagBytes",
       current_setting('synchronous_standby_names') as "waitsFor",
       array(select application_name::text from pg_stat_replication where state = 'streaming')
         as following`,
    [position],
  );
  if (row === undefined) {
    throw new Error("the standby says nothing about itself");
  }
  return row;
}

/** Returns the end of a primary's log that is on disk. */
export async function currentPosition(sql: Asked): Promise<string> {
  const [row] = await sql.unsafe<{ position: string }[]>(
    "select pg_current_wal_flush_lsn()::text as position",
  );
  return row?.position ?? "0/0";
}

/** Sessions that this role cannot end, as sentences name them. */
export async function selectLastingSessions(sql: Asked): Promise<string[]> {
  const rows = await sql.unsafe<{ text: string }[]>(
    `select format('%s in %s (process %s, %s)', usename, datname, pid,
       coalesce(nullif(application_name, ''), backend_type)) as text
     from pg_stat_activity
     join pg_roles on pg_roles.oid = usesysid
     where rolsuper and datname is not null and datname <> current_database()
       and backend_type <> 'autovacuum worker'
       and not (select rolsuper from pg_roles where rolname = current_user)`,
  );
  return rows.map(({ text }) => text);
}
