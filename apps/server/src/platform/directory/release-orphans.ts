import { setTimeout as sleep } from "node:timers/promises";
import type { Db, Tx } from "../database/db.ts";
import {
  allEndedBefore,
  takeTransactionNumber,
} from "../database/running-transactions.repository.ts";
import type { ListPage } from "./directory.repository.ts";

const BATCH = 500;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";
const POLL_MS = 100;
/**
 * Most owners whose rows are released in one run. A crash leaves one for each transaction that was
 * committing; more are left by a recovery to an earlier time, and are for an operator to decide on.
 */
export const MAX_RELEASED = 100;
const PATIENCE_MS = 10_000;

/** What one part of the directory lists for this cell, and what this cell has. */
export interface ListedOwners {
  /** Returns the owners of the next rows after an id, in the order of their ids. */
  listed(tx: Tx, page: ListPage): Promise<readonly string[]>;
  /** Returns which of these owners this cell has. */
  present(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>>;
  release(tx: Tx, ids: readonly string[]): Promise<void>;
}

/** The ids of owners that do not exist. */
export interface Orphans {
  readonly ids: readonly string[];
  /** Whether their rows were released; if not, there are too many, or some may be committing. */
  readonly isReleased: boolean;
}

/**
 * Releases the directory's rows of owners that this cell does not have. The directory is another
 * database, which may commit first: if the cell crashes in between, its own part is lost.
 *
 * @param patienceMs how long to wait for transactions that may be about to add an owner
 */
export async function releaseOrphans(
  db: Db,
  owners: ListedOwners,
  patienceMs: number = PATIENCE_MS,
): Promise<Orphans> {
  const suspects = await findMissing(db, owners);
  if (suspects.length === 0 || suspects.length > MAX_RELEASED) {
    return { ids: suspects, isReleased: false };
  }
  // The row of an owner is visible before the owner while the cell's own commit is under way.
  if (!(await runningHaveEnded(db, patienceMs))) {
    return { ids: suspects, isReleased: false };
  }
  const present = await owners.present(db.kysely, suspects);
  const ids = suspects.filter((id) => !present.has(id));
  if (ids.length > 0) {
    await owners.release(db.kysely, ids);
  }
  return { ids, isReleased: ids.length > 0 };
}

async function findMissing({ kysely }: Db, owners: ListedOwners): Promise<string[]> {
  const missing: string[] = [];
  let after = BEFORE_ALL;
  for (;;) {
    const listed = await owners.listed(kysely, { after, limit: BATCH });
    const last = listed.at(-1);
    if (last === undefined) {
      return missing;
    }
    const present = await owners.present(kysely, listed);
    missing.push(...new Set(listed.filter((id) => !present.has(id))));
    after = last;
  }
}

/** Waits until all transactions running now have ended. Returns false if it takes longer. */
async function runningHaveEnded(db: Db, patienceMs: number): Promise<boolean> {
  const number = await takeTransactionNumber(db);
  const endMs = performance.now() + patienceMs;
  while (!(await allEndedBefore(db, number))) {
    if (performance.now() >= endMs) {
      return false;
    }
    await sleep(POLL_MS);
  }
  return true;
}
