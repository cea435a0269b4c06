import { sql } from "kysely";
import type { Tx } from "../database/db.ts";

/** Scheduled work that is currently failing. */
export interface FailingWork {
  readonly name: string;
  /** The number of consecutive failures, across all servers. */
  readonly failures: number;
  /** The class of the last error, without its message. */
  readonly last_error: string;
  readonly first_failed_at: Date;
}

/** Increments the number of consecutive failures. */
export async function noteFailure(tx: Tx, name: string, errorClass: string): Promise<void> {
  await sql`
    insert into regular_work_failure as old
      (name, failures, last_error, first_failed_at, last_failed_at)
    values (${name}, 1, ${errorClass}, now(), now())
    on conflict (name) do update set failures = least(old.failures, 1000000) + 1,
      last_error = excluded.last_error, last_failed_at = now()`.execute(tx);
}

/** Deletes the failure record of work that has succeeded again. */
export async function forgetFailures(tx: Tx, name: string): Promise<void> {
  await sql`delete from regular_work_failure where name = ${name}`.execute(tx);
}

/** Selects currently failing work, longest-failing first. */
export async function selectFailingWork(tx: Tx): Promise<FailingWork[]> {
  const { rows } = await sql<FailingWork>`
    select name, failures, last_error, first_failed_at from regular_work_failure
    order by first_failed_at, name`.execute(tx);
  return rows;
}
