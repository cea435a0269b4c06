import { cellRoutes } from "../../../platform/cells/cell-routes.ts";
import { type AppContext, inTransaction } from "../../../platform/context.ts";
import { eraseSignIn, lockOperators } from "../operators.repository.ts";
import { findCopy, selectCopies, updateCopy } from "./copied-operators.repository.ts";
import { readTold, recordStandings, type ToldStanding } from "./told-operators.ts";
import { withdrawElsewhere } from "./withdraw-elsewhere.ts";

const INTERVAL_MS = 10_000;

/** Records the access of this cell's operators for the other cells. */
export async function recordOperators(context: AppContext): Promise<void> {
  await inTransaction(context.db, (tx) => recordStandings(context, tx));
}

async function follow(
  context: AppContext,
  id: string,
  { role, revision, status }: ToldStanding,
): Promise<void> {
  const now = context.clock.now();
  await inTransaction(context.db, async (tx) => {
    // Otherwise, a proposal of the operator could be made or approved at the same time.
    await lockOperators(tx);
    const suspendedAt = status === "suspended" ? now : null;
    const removedAt = status === "removed" ? now : null;
    const after = { role, revision, suspended_at: suspendedAt, removed_at: removedAt };
    const before = await findCopy(tx, id);
    if (before === undefined || !(await updateCopy(tx, id, after))) {
      return;
    }
    if (status === "removed") {
      await eraseSignIn(tx, id);
    }
    await withdrawElsewhere(context, tx, before, after);
  });
}

/**
 * Brings the copies of other cells' operators up to date, and withdraws what an operator may no
 * longer propose here. It also replaces the email of a removed operator. Their own cells keep them
 * from acting at once; this is for what they leave behind.
 */
export async function followOperators(context: AppContext): Promise<void> {
  const { kysely } = context.db;
  const copies = await selectCopies(kysely);
  for (const [cell, ofCell] of Map.groupBy(copies, ({ homeCell }) => homeCell ?? 0)) {
    const told = await readTold(context, kysely, cell);
    for (const copy of ofCell) {
      const standing = told[copy.id];
      if (standing !== undefined && standing.revision > copy.revision) {
        await follow(context, copy.id, standing);
      }
    }
  }
}

/** Starts to tell the other cells about operators, and to follow those of others. */
export function startFollowingOperators(context: AppContext): void {
  if (context.use(cellRoutes).isOnly) {
    return;
  }
  context.jobs.every(INTERVAL_MS, "operators-of-cells", async () => {
    await recordOperators(context);
    await followOperators(context);
  });
}
