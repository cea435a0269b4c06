import { sql } from "kysely";
import type { Tx } from "./db.ts";

/**
 * The longest statement, and the longest pause between two reads, of a transaction that writes a
 * file.
 */
const STATEMENT_TIMEOUT = "15min";
const PAUSE_TIMEOUT = "2min";

/** Runs `work` on one unchanging snapshot of the ledger. It holds no lock and blocks nobody. */
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
