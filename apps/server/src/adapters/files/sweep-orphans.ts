import type { AppContext } from "../../platform/context.ts";
import { storeOf } from "./configured-store.ts";
import { forgetOrphan, takeOrphan } from "./file-orphans.repository.ts";

/**
 * In milliseconds. Far longer than any upload takes, so an object without a row after this time was
 * abandoned.
 */
const ORPHAN_MS = 3_600_000;
const SWEEP_LIMIT = 200;
/**
 * Number of consecutive failures after which the storage is considered down, since each attempt may
 * run into its timeout.
 */
const MAX_FAILED_IN_A_ROW = 5;

/**
 * Deletes files outside the database that have been orphans for an hour, one at a time and outside
 * any transaction. If a file cannot be deleted, the deletion is retried an hour later and does not
 * delay others.
 *
 * @returns the number of deleted files
 * @throws Error if some files could not be deleted, after trying all of them
 */
export async function sweepFiles(
  context: Pick<AppContext, "config" | "db" | "clock">,
  stopping?: AbortSignal,
): Promise<number> {
  const store = storeOf(context);
  if (store === undefined) {
    return 0;
  }
  const { clock } = context;
  const { kysely } = context.db;
  const now = clock.now();
  const before = new Date(now.getTime() - ORPHAN_MS);
  const failures: unknown[] = [];
  let deleted = 0;
  let failedInARow = 0;
  while (
    deleted + failures.length < SWEEP_LIMIT &&
    failedInARow < MAX_FAILED_IN_A_ROW &&
    stopping?.aborted !== true
  ) {
    const key = await takeOrphan(kysely, { before, now });
    if (key === undefined) {
      break;
    }
    try {
      await store.delete(key);
      await forgetOrphan(kysely, key);
      deleted += 1;
      failedInARow = 0;
    } catch (error) {
      failures.push(error);
      failedInARow += 1;
    }
  }
  if (failures.length > 0) {
    throw new Error(`${failures.length} orphaned files could not be deleted; ${deleted} were`, {
      cause: failures[0],
    });
  }
  return deleted;
}
