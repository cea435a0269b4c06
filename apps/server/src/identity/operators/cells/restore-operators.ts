import { type AppContext, inTransaction, type Tx } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { type Administrator, beginAsAdministrator } from "../administrator.ts";
import { changeWithin } from "../change-operator.ts";
import { statusOf } from "../operator-standing.policy.ts";
import { type OperatorRow, selectOperator } from "../operators.repository.ts";
import {
  raiseRevision,
  selectCopiesOf,
  selectOwnStandings,
} from "./copied-operators.repository.ts";
import { readTold, recordStandings, type ToldStanding } from "./told-operators.ts";

const REASON = "The cell was recovered to an earlier time, and their access had changed since.";

/** What another cell knows about an operator. */
export interface KnownOperator extends ToldStanding {
  readonly id: string;
  /** Null if only the directory knows the operator. */
  readonly username: string | null;
}

/** What became of an operator about whom other cells knew something later. */
export interface RestoredOperator {
  readonly id: string;
  readonly username: string | null;
  /**
   * `restored`: the access is the same, and works in all cells again. `suspended`: it had changed
   * since, and an administrator decides. `last_administrator`: it had changed, too, but nobody else
   * could decide. `lost`: the cell has no such operator any more.
   */
  readonly outcome: "restored" | "suspended" | "last_administrator" | "lost";
  /** The access that the other cells knew. */
  readonly later: ToldStanding;
}

/** Reads what a cell's database knows about the operators of another cell. */
export async function knownOperatorsOf(tx: Tx, homeCell: number): Promise<KnownOperator[]> {
  const copies = await selectCopiesOf(tx, homeCell);
  return copies.map(({ id, username, role, revision, ...row }) => ({
    ...{ id, username, role: role as ToldStanding["role"], revision, status: statusOf(row) },
  }));
}

/** Returns the newest of what is known about each operator. */
function newestOf(known: readonly KnownOperator[]): KnownOperator[] {
  const byId = Map.groupBy(known, ({ id }) => id);
  return [...byId.values()].flatMap((all) =>
    all.sort((one, other) => other.revision - one.revision).slice(0, 1),
  );
}

/**
 * Finds operators about whom other cells know something later than their own cell does, which
 * happens only if that was recovered to an earlier time.
 *
 * @param tx the database of the operators' own cell
 */
export async function findOutdated(
  tx: Tx,
  known: readonly KnownOperator[],
): Promise<KnownOperator[]> {
  const own = new Map((await selectOwnStandings(tx)).map(({ id, revision }) => [id, revision]));
  return newestOf(known).filter(({ id, revision, status }) => {
    const found = own.get(id);
    return found === undefined ? status !== "removed" : found < revision;
  });
}

/** Suspends an operator, unless nobody could lift that. */
async function suspend(
  context: AppContext,
  tx: Tx,
  id: string,
  by: Administrator,
): Promise<{
  readonly outcome: "suspended" | "last_administrator";
  readonly committed: () => Promise<void>;
}> {
  try {
    const { committed } = await changeWithin(context, tx, {
      ...{ id, change: { kind: "suspend" }, revision: undefined, reason: REASON, by },
    });
    return { outcome: "suspended", committed };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "last_administrator") {
      throw error;
    }
    return { outcome: "last_administrator", committed: async () => undefined };
  }
}

function isSameAccess(own: OperatorRow, { role, status }: ToldStanding): boolean {
  return own.role === role && statusOf(own) === status;
}

/**
 * Restores the access of this cell's operators after the cell was recovered to an earlier time. The
 * other cells know later changes, and refuse what is older. An operator whose access has changed
 * since is suspended until an administrator decides again, and nobody gains anything.
 *
 * @param known what the databases of all other cells know
 */
export async function restoreOperators(
  context: AppContext,
  known: readonly KnownOperator[],
  by: Administrator,
): Promise<RestoredOperator[]> {
  const commits: (() => Promise<void>)[] = [];
  const restored = await inTransaction(context.db, async (tx) => {
    await beginAsAdministrator(tx, by);
    const told = Object.entries(await readTold(context, tx, context.config.cell));
    const recorded = told.map(([id, standing]) => ({ id, username: null, ...standing }));
    const outdated = await findOutdated(tx, [...known, ...recorded]);
    const results: RestoredOperator[] = [];
    for (const { id, username, ...later } of outdated) {
      const own = await selectOperator(tx, id);
      if (own === undefined) {
        results.push({ id, username, outcome: "lost", later });
        continue;
      }
      const isKept = own.removed_at !== null || isSameAccess(own, later);
      const made = isKept ? undefined : await suspend(context, tx, id, by);
      commits.push(async () => made?.committed());
      await raiseRevision(tx, id, later.revision + 1);
      const outcome = made?.outcome ?? "restored";
      results.push({ id, username: own.username, outcome, later });
    }
    const lost = results.filter(({ outcome }) => outcome === "lost");
    const tellLost = Object.fromEntries(lost.map(({ id, later }) => [id, later]));
    await recordStandings(context, tx, tellLost);
    return results;
  });
  for (const committed of commits) {
    await committed();
  }
  return restored;
}
