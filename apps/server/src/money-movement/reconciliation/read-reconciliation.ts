import {
  BREAK_AGES,
  type Reconciliation,
} from "@tessera/contract/money-movement/reconciliation.schemas";
import type { AppContext } from "../../platform/context.ts";
import { countUnresolved } from "./breaks.repository.ts";
import { presentRun } from "./reconciliation.presenter.ts";
import { allSources } from "./reconciliation-sources.ts";
import { selectCompletions, selectNewestRuns } from "./runs.repository.ts";

/** Reads what the ledger is compared with: the newest run of each source, and its breaks by age. */
export async function readReconciliation(context: AppContext): Promise<Reconciliation> {
  const tx = context.db.kysely;
  const [runs, completed, counts] = await Promise.all([
    selectNewestRuns(tx),
    selectCompletions(tx),
    countUnresolved(tx, context.clock.now()),
  ]);
  const sources = allSources(context).map(({ source: { name }, provider }) => {
    const run = runs.find(({ source }) => source === name);
    const own = counts.filter(({ source }) => source === name);
    const open = own.filter(({ state }) => state === "open");
    const explained = own.filter(({ state }) => state === "explained");
    return {
      source: name,
      provider: provider ?? null,
      lastRun: run === undefined ? null : presentRun(run),
      completedAt: completed.get(name)?.toISOString() ?? null,
      open: BREAK_AGES.map((age) => ({
        age,
        count: open.find((one) => one.age === age)?.count ?? 0,
      })),
      explained: explained.reduce((sum, { count }) => sum + count, 0),
    };
  });
  return { sources };
}
