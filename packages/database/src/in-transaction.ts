import { setTimeout as sleep } from "node:timers/promises";
import type { Transaction } from "kysely";
import { databaseErrorKind } from "./database-errors.ts";
import type { Pooled } from "./open-database.ts";

/** A transaction in progress; the first argument of every function that writes. */
export type Tx<Schema> = Transaction<Schema>;

const MAX_TRIES = 5;
/**
 * After a migration, each statement is stale once on each connection, and the next attempt may run
 * on another connection.
 */
const MAX_TRIES_STALE = 20;
const FIRST_PAUSE_MS = 5;

/**
 * Runs `work` in a READ COMMITTED transaction and commits it. After a serialization failure or a
 * deadlock, rolls back and runs `work` again, at most five times in total. Also retries if a
 * migration has just added a column to a table from which a statement selects all columns. `work`
 * must therefore be safe to repeat and must not make network calls.
 *
 * @throws UnknownOutcomeError if the connection was lost during the commit
 * @throws CommitRefusedError if the transaction had failed and COMMIT rolled it back
 */
export async function inTransaction<Schema, T>(
  db: Pooled<Schema>,
  work: (tx: Tx<Schema>) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.kysely.transaction().setIsolationLevel("read committed").execute(work);
    } catch (error) {
      const kind = databaseErrorKind(error);
      const isStale = kind === "stale_plan";
      const mayRetry = isStale || kind === "serialization_failure" || kind === "deadlock";
      if (!mayRetry || tries >= (isStale ? MAX_TRIES_STALE : MAX_TRIES)) {
        throw error;
      }
      if (isStale) {
        continue;
      }
      await sleep(FIRST_PAUSE_MS * 2 ** tries * (0.5 + Math.random()));
    }
  }
}
