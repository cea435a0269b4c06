import type { SourceName } from "@tessera/contract/money-movement/reconciliation.schemas";
import { requireOffered } from "../../adapters/providers/require-offered.ts";
import type { OperatorAct } from "../../platform/audit/operator-act.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { allSources } from "./reconciliation-sources.ts";
import { runReconciliation } from "./run-reconciliation.ts";
import { giveUpRuns, insertRun, selectDailyRuns } from "./runs.repository.ts";

const QUEUE = "reconciliation";
const DAY_MS = 86_400_000;
/** Less than a day, because the hourly job does not run at the same minute each time. */
const DAILY_AFTER_MS = DAY_MS - 1_800_000;
/** Longer than the queue retries a job. */
const GIVEN_UP_AFTER_MS = 2 * DAY_MS;

interface Start {
  /** Every configured source if undefined. */
  readonly source?: SourceName | undefined;
  readonly act: OperatorAct;
}

async function enqueueRun(
  { db, jobs, clock, ledger }: AppContext,
  source: SourceName,
  act: OperatorAct | undefined,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const at = clock.now();
    const id = newId(at);
    const run = { id, source, requested_by: act?.actor ?? null, requested_at: at };
    if (!(await insertRun(tx, run))) {
      return;
    }
    await jobs.enqueue(tx, QUEUE, { runId: id });
    if (act !== undefined) {
      await ledger.appendAudit({ kysely: tx }, [
        {
          ...{ action: "reconciliation.run", actor: act.actor, customerId: null, object: source },
          ...{ outcome: "ok", requestId: act.requestId, data: { role: act.role } },
        },
      ]);
    }
  });
}

/**
 * Has the ledger compared with one source or all. A source whose run has not ended is not compared
 * once more.
 *
 * @throws Refusal `not_offered` if no such source is configured
 */
export async function startReconciliation(
  context: AppContext,
  { source: wanted, act }: Start,
): Promise<void> {
  const configured = allSources(context).flatMap(({ source, provider }) =>
    provider !== undefined && (wanted === undefined || source.name === wanted) ? source.name : [],
  );
  const some = requireOffered(configured.length === 0 ? undefined : configured, "reconciliation");
  for (const name of some) {
    await enqueueRun(context, name, act);
  }
}

/**
 * Has the ledger compared with each source that the job has not compared for a day. Gives up runs
 * that the queue no longer retries, which would keep their sources from being compared.
 */
export async function startDailyRuns(context: AppContext): Promise<void> {
  const { db, clock } = context;
  await giveUpRuns(db.kysely, {
    requestedBefore: new Date(clock.now().getTime() - GIVEN_UP_AFTER_MS),
    at: clock.now(),
  });
  const last = await selectDailyRuns(context.db.kysely);
  const now = context.clock.now().getTime();
  for (const { source, provider } of allSources(context)) {
    const askedAt = last.get(source.name)?.getTime() ?? 0;
    if (provider !== undefined && now - askedAt >= DAILY_AFTER_MS) {
      await enqueueRun(context, source.name, undefined);
    }
  }
}

/** Starts the daily job and the worker for runs, which any server may execute. */
export async function startReconciliationJobs(context: AppContext): Promise<void> {
  context.jobs.hourly("reconciliation", () => startDailyRuns(context));
  await context.jobs.work<{ runId: string }>(QUEUE, (job) => runReconciliation(context, job));
}
