import type { Sql } from "@tessera/database";
import { type FenceMark, withFenceMark } from "./fence-mark.ts";
import type { ServerDatabase } from "./move-facts.repository.ts";

type Asked = Pick<Sql, "unsafe">;

/** The advisory lock of a move, in the database that commands connect to. */
const LOCK = 0x7e55e2a;

const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`;
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Locks a server against other moves for as long as the session lasts. */
export async function lockMove(sql: Asked): Promise<boolean> {
  const [row] = await sql.unsafe<{ isLocked: boolean }[]>(
    `select pg_try_advisory_lock(${LOCK}) as "isLocked"`,
  );
  return row?.isLocked === true;
}

/** Returns the process that serves a session, which changes if the session is replaced. */
export async function processOf(sql: Asked): Promise<number> {
  const [row] = await sql.unsafe<{ pid: number }[]>("select pg_backend_pid() as pid");
  return row?.pid ?? 0;
}

/**
 * Closes databases to new connections, or opens them, and marks them, in one transaction. A closed
 * database lets nobody in, not even a superuser, and stays closed when its server restarts.
 *
 * @param options.session the process that must run it: the one that holds the lock, if any
 * @param options.isLocal whether to commit without waiting for standbys
 * @throws Error if the session was replaced
 */
export async function markDatabases(
  sql: Asked,
  databases: readonly ServerDatabase[],
  options: {
    readonly isOpen: boolean;
    readonly mark: FenceMark | undefined;
    readonly session?: number;
    readonly isLocal: boolean;
  },
): Promise<void> {
  const { isOpen, mark, session, isLocal } = options;
  const statements = databases.flatMap(({ name, comment }) => {
    const text = withFenceMark(comment, mark);
    return [
      `alter database ${identifier(name)} with allow_connections ${isOpen}`,
      `comment on database ${identifier(name)} is ${text === null ? "null" : literal(text)}`,
    ];
  });
  const guard = `do $$ begin if pg_backend_pid() <> ${session} then
    raise exception 'the session that held the lock was lost'; end if; end $$`;
  // Statements without parameters that are sent together are one transaction.
  await sql.unsafe(
    [
      ...(session === undefined ? [] : [guard]),
      ...(isLocal ? ["set local synchronous_commit = local"] : []),
      ...statements,
    ].join(";\n"),
  );
}

/** A session, which is the same as another one only if both values are. */
export interface OpenSession {
  readonly pid: number;
  readonly startedAt: string;
}

/**
 * Selects every session that may have found its database open: all outside the database that this
 * one is connected to, including those that are still connecting. A session that begins later finds
 * its database closed.
 */
export async function selectSessions(sql: Asked): Promise<OpenSession[]> {
  return sql.unsafe<OpenSession[]>(
    `select pid, backend_start::text as "startedAt" from pg_stat_activity
     where pid <> pg_backend_pid()
       and backend_type <> 'autovacuum worker'
       and case
         when datid is null then backend_type = 'client backend'
         else datname is distinct from current_database() end`,
  );
}

/** Ends sessions, and returns how many of them are left. */
export async function endSessions(sql: Asked, sessions: readonly OpenSession[]): Promise<number> {
  if (sessions.length === 0) {
    return 0;
  }
  const listed = sessions.map(({ pid, startedAt }) => `(${pid}, '${startedAt}'::timestamptz)`);
  const left = await sql.unsafe(
    `select case
         when (select rolsuper from pg_roles where rolname = current_user)
           or (usesysid is not null
             and not exists (select from pg_roles where oid = usesysid and rolsuper))
         then pg_terminate_backend(pid) end
     from pg_stat_activity
     where (pid, backend_start) in (${listed.join(", ")})`,
  );
  return left.length;
}

/**
 * Writes everything committed so far to disk, from where it reaches the standby.
 *
 * @returns the position after it in the log
 */
export async function flushedPosition(sql: Asked): Promise<string> {
  await sql.unsafe(
    `set synchronous_commit = local;
     select pg_logical_emit_message(true, 'tessera.move', 'fenced', true)`,
  );
  const [row] = await sql.unsafe<{ position: string }[]>(
    "select pg_current_wal_flush_lsn()::text as position",
  );
  if (row === undefined) {
    throw new Error("the server does not say how far its log goes");
  }
  return row.position;
}

/**
 * Promotes a standby.
 *
 * @returns whether it became the primary in time; it may still become it later
 */
export async function promote(sql: Asked, withinSeconds: number): Promise<boolean> {
  const [row] = await sql.unsafe<{ isPromoted: boolean }[]>(
    `select pg_promote(true, ${withinSeconds}) as "isPromoted"`,
  );
  return row?.isPromoted === true;
}

/** Commits something that no table shows, to find out whether a database acknowledges writes. */
export async function commitNothing(sql: Asked): Promise<void> {
  await sql.unsafe("select pg_logical_emit_message(true, 'tessera.move', 'moved')");
}
