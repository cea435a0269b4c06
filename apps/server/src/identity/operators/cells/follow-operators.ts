import { cellRoutes } from "../../../platform/cells/cell-routes.ts";
import { type AppContext, inTransaction } from "../../../platform/context.ts";
import { findProven, recordProven } from "../../../platform/directory/proven-settings.ts";
import type { Standing } from "../operator-standing.policy.ts";
import { statusOf } from "../operator-standing.policy.ts";
import { eraseSignIn, lockOperators } from "../operators.repository.ts";
import {
  findCopy,
  selectCopies,
  selectOwnStandings,
  updateCopy,
} from "./copied-operators.repository.ts";
import { withdrawElsewhere } from "./withdraw-elsewhere.ts";

const INTERVAL_MS = 10_000;

/** What another cell tells about the access of one of its operators. */
interface ToldStanding {
  readonly role: Standing["role"];
  readonly revision: number;
  readonly status: ReturnType<typeof statusOf>;
}

function partOf(cell: number): string {
  return `operators_${cell}`;
}

/** Records the access of this cell's operators, without their names, for the other cells. */
export async function recordOperators(context: AppContext): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    // A server that read the rows before another one must not record them after it.
    await lockOperators(tx);
    const rows = await selectOwnStandings(tx);
    const told = rows.map(({ id, role, revision, ...row }): [string, ToldStanding] => [
      id,
      { role, revision, status: statusOf(row) },
    ]);
    const document = JSON.stringify(Object.fromEntries(told));
    await recordProven(context, tx, { part: partOf(context.config.cell), document });
  });
}

/** Reads the record of another cell; nothing if it cannot be proven, which is logged. */
async function readTold(
  context: AppContext,
  cell: number,
): Promise<Readonly<Record<string, ToldStanding>>> {
  try {
    const found = await findProven(context, context.db.kysely, partOf(cell));
    return JSON.parse(found?.document ?? "{}");
  } catch (error) {
    context.log.error({ err: error, cell }, "operators of another cell could not be read");
    return {};
  }
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
    const told = await readTold(context, cell);
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
