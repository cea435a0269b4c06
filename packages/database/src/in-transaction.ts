import { setTimeout as sleep } from "node:timers/promises";
import type { Transaction } from "kysely";
import { databaseErrorKind } from "./database-errors.ts";
import type { Pooled } from "./open-database.ts";

/** A running transaction; the first argument of everything that writes. */
export type Tx<Schema> = Transaction<Schema>;

const MAX_TRIES = 5;
const FIRST_PAUSE_MS = 5;

/**
 * Runs `work` in a READ COMMITTED transaction and commits it. A serialisation failure or a
 * deadlock undoes it and runs it again, at most five times in all, so `work` must be safe to
 * repeat and must not call out to the network.
 *
 * @throws UnknownOutcomeError when the connection was lost while committing: ask, do not guess
 * @throws CommitRefusedError when the transaction had failed inside and COMMIT undid it
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
      const mayRetry = kind === "serialization_failure" || kind === "deadlock";
      if (!mayRetry || tries >= MAX_TRIES) {
        throw error;
      }
      await sleep(FIRST_PAUSE_MS * 2 ** tries * (0.5 + Math.random()));
    }
  }
}
