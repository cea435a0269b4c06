import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import { BY_CREATION, keyset } from "../../platform/paging/keyset.ts";
import type { Seek } from "../../platform/paging/pages.ts";
import type { AutoTopUpTables, OrderRow, RunRow } from "./auto-top-up.tables.ts";

/** A cause of a top-up that was noticed. */
export type NewRun = Pick<
  RunRow,
  "id" | "auto_top_up_id" | "customer_id" | "card_id" | "cause" | "created_at"
> &
  Partial<Pick<RunRow, "merchant" | "charge_minor">>;

/**
 * Records causes, each once.
 *
 * @returns the ids of those that were not recorded before
 */
export async function insertRuns(tx: Tx, runs: readonly NewRun[]): Promise<string[]> {
  if (runs.length === 0) {
    return [];
  }
  const inserted = await tx
    .withTables<AutoTopUpTables>()
    .insertInto("auto_top_up_run")
    .values([...runs])
    .onConflict((conflict) => conflict.columns(["auto_top_up_id", "cause"]).doNothing())
    .returning("id")
    .execute();
  return inserted.map(({ id }) => id);
}

/** Finds what is to be done for a cause, and the order that it belongs to. */
export async function findRun(
  tx: Tx,
  id: string,
): Promise<{ readonly run: RunRow; readonly order: OrderRow } | undefined> {
  const run = await tx
    .withTables<AutoTopUpTables>()
    .selectFrom("auto_top_up_run")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  if (run === undefined) {
    return undefined;
  }
  const order = await tx
    .withTables<AutoTopUpTables>()
    .selectFrom("auto_top_up")
    .selectAll()
    .where("id", "=", run.auto_top_up_id)
    .executeTakeFirstOrThrow();
  return { run, order };
}

/** How many missed runs are ended at once. The rest follows an hour later. */
const MISSED_AT_ONCE = 500;

/** Lists the runs that were recorded before a time and still wait, oldest first. */
export async function findWaitingRuns(tx: Tx, before: Date): Promise<string[]> {
  const rows = await tx
    .withTables<AutoTopUpTables>()
    .selectFrom("auto_top_up_run")
    .select("id")
    .where("outcome", "=", "waiting")
    .where("created_at", "<", before)
    .orderBy("created_at")
    .limit(MISSED_AT_ONCE)
    .execute();
  return rows.map(({ id }) => id);
}

export type RunOutcome = Pick<RunRow, "outcome"> &
  Partial<Pick<RunRow, "reason" | "movement_id" | "amount_minor" | "fee_minor">>;

/** Records the outcome of a run. */
export async function endRun(tx: Tx, id: string, outcome: RunOutcome, at: Date): Promise<void> {
  await tx
    .withTables<AutoTopUpTables>()
    .updateTable("auto_top_up_run")
    .set({ ...outcome, ended_at: at })
    .where("id", "=", id)
    .execute();
}

/** A run with the trigger of its order. */
export type ListedRun = RunRow & Pick<OrderRow, "trigger_kind">;

/** Lists the runs for a card, newest first. */
export async function listRuns(tx: Tx, cardId: string, seek: Seek): Promise<ListedRun[]> {
  const runs = tx
    .withTables<AutoTopUpTables>()
    .selectFrom("auto_top_up_run")
    .selectAll()
    .select(
      sql<OrderRow["trigger_kind"]>`(
        select trigger_kind from auto_top_up where id = auto_top_up_id)`.as("trigger_kind"),
    )
    .where("card_id", "=", cardId);
  return keyset(runs, BY_CREATION, "desc", seek).execute();
}
