import { sql } from "kysely";
import type { Tx } from "../database/db.ts";

/** The row of a server process. */
interface ProcessRow {
  readonly id: string;
  /** The number that identifies the process in the ids of its holds. */
  readonly number: number;
  /**
   * A time by the product's clock. Every payment that the process began before this time has been
   * answered.
   */
  readonly answeredThrough: Date;
}

/** Number of seconds without a heartbeat after which a process is considered dead. */
const DEAD_AFTER_SECONDS = 30;

const isDead = sql`heartbeat_at < now() - make_interval(secs => ${DEAD_AFTER_SECONDS})`;

/**
 * Inserts a process with the next number.
 *
 * @returns the number, or undefined if another process has that number, in which case the caller
 * tries the next one
 */
export async function insertProcess(
  tx: Tx,
  id: string,
  { release, answeredThrough }: { readonly release: string; readonly answeredThrough: Date },
): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    insert into server_process (id, number, release, answered_through)
    values (${id}, nextval('server_process_number'), ${release}, ${answeredThrough})
    on conflict (number) do nothing returning number`.execute(tx);
  return rows[0]?.number;
}

/** The result of a heartbeat. */
interface Beat {
  /** Whether the process's row still exists. */
  readonly isThere: boolean;
  /** The ids of processes that have died. */
  readonly dead: readonly string[];
}

/** Records a heartbeat, and lists the processes that have not sent one for too long. */
export async function beatOnce(tx: Tx, id: string, answeredThrough: Date): Promise<Beat> {
  const { rows } = await sql<Beat>`
    with beat as (
      update server_process set heartbeat_at = now(), answered_through = ${answeredThrough}
      where id = ${id} returning id
    )
    select exists (select from beat) as "isThere",
      array(select id from server_process where id <> ${id} and ${isDead}) as dead`.execute(tx);
  const [beat] = rows;
  if (beat === undefined) {
    throw new Error("a heartbeat returned no row");
  }
  return beat;
}

/**
 * Selects a process FOR UPDATE if it is dead.
 *
 * @returns undefined if it is alive or if another server has taken it over
 */
export async function lockDeadProcess(tx: Tx, id: string): Promise<ProcessRow | undefined> {
  const { rows } = await sql<ProcessRow>`
    select id, number, answered_through as "answeredThrough" from server_process
    where id = ${id} and ${isDead} for update skip locked`.execute(tx);
  return rows[0];
}

export async function deleteProcess(tx: Tx, id: string): Promise<void> {
  await sql`delete from server_process where id = ${id}`.execute(tx);
}
