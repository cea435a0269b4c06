import { sql } from "kysely";
import type { Tx } from "../database/db.ts";

/** Work that is done again and again, and fails now. */
export interface FailingWork {
  readonly name: string;
  /** How often in a row, over all servers. */
  readonly failures: number;
  /** The class of the last error, without a word of what it says. */
  readonly last_error: string;
  readonly first_failed_at: Date;
}

/** Counts one more failure in a row. */
export async function noteFailure(tx: Tx, name: string, errorClass: string): Promise<void> {
  await sql`
    insert into regular_work_failure as old
      (name, failures, last_error, first_failed_at, last_failed_at)
    values (${name}, 1, ${errorClass}, now(), now())
    on conflict (name) do update set failures = least(old.failures, 1000000) + 1,
      last_error = excluded.last_error, last_failed_at = now()`.execute(tx);
}

/** It works again. */
export async function forgetFailures(tx: Tx, name: string): Promise<void> {
  await sql`delete from regular_work_failure where name = ${name}`.execute(tx);
}

/** What fails now, what has failed the longest first. */
export async function selectFailingWork(tx: Tx): Promise<FailingWork[]> {
  const { rows } = await sql<FailingWork>`
    select name, failures, last_error, first_failed_at from regular_work_failure
    order by first_failed_at, name`.execute(tx);
  return rows;
}
