import { sql } from "kysely";
import type { Tx } from "./db.ts";

/**
 * Maximum duration of a statement, and of a pause between two reads, in a transaction that exports
 * data to a file.
 */
const STATEMENT_TIMEOUT = "15min";
const PAUSE_TIMEOUT = "2min";

/** Runs `work` on one snapshot of the ledger. Takes no locks and does not block writers. */
export async function inSnapshot<T>(
  { kysely }: { readonly kysely: Tx },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return kysely
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      await sql`select set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true),
        set_config('idle_in_transaction_session_timeout', ${PAUSE_TIMEOUT}, true),
        set_config('work_mem', '16MB', true), set_config('jit', 'off', true)`.execute(tx);
      return work(tx);
    });
}
