import type {
  ReconciliationBreak,
  SourceName,
} from "@tessera/contract/money-movement/reconciliation.schemas";
import type { AppContext } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { listBreaks } from "./read-breaks.ts";
import { runReconciliation } from "./run-reconciliation.ts";
import { insertRun, selectRun } from "./runs.repository.ts";

/** Compares the ledger with a source, and returns the run's state and the breaks that are open. */
export async function compare(context: AppContext, source: SourceName) {
  const { kysely } = context.db;
  const id = newId(context.clock.now());
  const run = { id, source, requested_by: "test", requested_at: context.clock.now() };
  if (!(await insertRun(kysely, run))) {
    throw new Error(`another run of ${source} has not ended`);
  }
  await runReconciliation(context, { runId: id });
  const ended = await selectRun(kysely, id);
  return {
    state: ended?.state,
    fault: ended?.fault ?? null,
    compared: ended?.compared ?? 0,
    closed: ended?.closed ?? 0,
    open: await openBreaks(context, source),
  };
}

/** Lists a source's open breaks. */
export async function openBreaks(
  context: AppContext,
  source: SourceName,
): Promise<ReconciliationBreak[]> {
  const { data } = await listBreaks(context, { source, state: "open", limit: 100 }, "test");
  return data;
}
