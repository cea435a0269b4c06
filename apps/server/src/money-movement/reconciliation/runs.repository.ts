import type { SourceName } from "@tessera/contract/money-movement/reconciliation.schemas";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import { type RunRow, tables } from "./reconciliation.tables.ts";

/**
 * Inserts a run that waits for a server.
 *
 * @returns false if a run of the source has not ended
 */
export async function insertRun(
  tx: Tx,
  run: Pick<RunRow, "id" | "source" | "requested_by" | "requested_at">,
): Promise<boolean> {
  const result = await tables(tx)
    .insertInto("reconciliation_run")
    .values({
      ...run,
      state: "waiting",
      period_from: null,
      period_to: null,
      fault: null,
      ended_at: null,
    })
    .onConflict((on) => on.column("source").where("ended_at", "is", null).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/**
 * Begins a run that has not ended, from its beginning.
 *
 * @returns the run with the number of this attempt; undefined if it has ended
 */
export function beginRun(
  tx: Tx,
  id: string,
  period: { readonly from: Date; readonly to: Date },
): Promise<RunRow | undefined> {
  return tables(tx)
    .updateTable("reconciliation_run")
    .set((row) => ({
      state: "running",
      attempt: row("attempt", "+", 1),
      period_from: period.from,
      period_to: period.to,
      compared: 0,
      found: 0,
      closed: 0,
    }))
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .returningAll()
    .executeTakeFirst();
}

export function selectRun(tx: Tx, id: string): Promise<RunRow | undefined> {
  return tables(tx)
    .selectFrom("reconciliation_run")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Locks a run FOR UPDATE. Returns false if it has ended, or another server has begun it again. */
export async function lockAttempt(
  tx: Tx,
  { id, attempt }: Pick<RunRow, "id" | "attempt">,
): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom("reconciliation_run")
    .select("id")
    .where("id", "=", id)
    .where("attempt", "=", attempt)
    .where("ended_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds to the counts of a run. */
export async function countInRun(
  tx: Tx,
  id: string,
  add: { readonly compared: number; readonly found: number },
): Promise<void> {
  await tables(tx)
    .updateTable("reconciliation_run")
    .set((row) => ({
      compared: row("compared", "+", add.compared),
      found: row("found", "+", add.found),
    }))
    .where("id", "=", id)
    .execute();
}

/** Ends a run. */
export async function endRun(
  tx: Tx,
  id: string,
  end: Pick<RunRow, "state" | "closed" | "fault"> & { readonly ended_at: Date },
): Promise<void> {
  await tables(tx).updateTable("reconciliation_run").set(end).where("id", "=", id).execute();
}

/** Selects the newest run of each source. */
export function selectNewestRuns(tx: Tx): Promise<RunRow[]> {
  return tables(tx)
    .selectFrom("reconciliation_run")
    .distinctOn("source")
    .selectAll()
    .orderBy("source")
    .orderBy("id", "desc")
    .execute();
}

/** Selects when a run of each source was last completed. */
export async function selectCompletions(tx: Tx): Promise<Map<SourceName, Date>> {
  const rows = await tables(tx)
    .selectFrom("reconciliation_run")
    .select(["source", sql<Date>`max(ended_at)`.as("at")])
    .where("state", "=", "completed")
    .groupBy("source")
    .execute();
  return new Map(rows.map(({ source, at }) => [source, at]));
}

/** Selects when the daily job last asked for a run of each source. */
export async function selectDailyRuns(tx: Tx): Promise<Map<SourceName, Date>> {
  const rows = await tables(tx)
    .selectFrom("reconciliation_run")
    .select(["source", sql<Date>`max(requested_at)`.as("at")])
    .where("requested_by", "is", null)
    .groupBy("source")
    .execute();
  return new Map(rows.map(({ source, at }) => [source, at]));
}

/** Ends the runs that were requested before a time and have not ended. */
export async function giveUpRuns(
  tx: Tx,
  { requestedBefore, at }: { readonly requestedBefore: Date; readonly at: Date },
): Promise<void> {
  await tables(tx)
    .updateTable("reconciliation_run")
    .set({ state: "failed", fault: "given_up", ended_at: at })
    .where("ended_at", "is", null)
    .where("requested_at", "<", requestedBefore)
    .execute();
}
