import { ProviderError } from "../../adapters/providers/provider-error.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { closeUnfound, insertEvent, selectOldestOpen } from "./breaks.repository.ts";
import { type Finding, findBreak, type Group, periodStart } from "./find-break.policy.ts";
import type { RunRow } from "./reconciliation.tables.ts";
import type { ReconciliationSource } from "./reconciliation-source.ts";
import { sourceNamed } from "./reconciliation-sources.ts";
import { recordFindings } from "./record-findings.ts";
import { beginRun, countInRun, endRun, lockAttempt, selectRun } from "./runs.repository.ts";

/** Thrown if the run has ended, or another server has begun it again. */
class SupersededError extends Error {}

/** Writes something of a run, unless another attempt of it has begun since. */
function write({ db }: AppContext, run: RunRow, work: (tx: Tx) => Promise<void>): Promise<void> {
  return inTransaction(db, async (tx) => {
    if (!(await lockAttempt(tx, run))) {
      throw new SupersededError(`run ${run.id} was begun again`);
    }
    await work(tx);
  });
}

async function compareBatch(
  context: AppContext,
  run: RunRow,
  source: ReconciliationSource,
  batch: readonly Group[],
): Promise<void> {
  const now = context.clock.now();
  const findings = new Map<string, Finding>();
  for (const group of batch) {
    const finding = findBreak(group, now, source.patience);
    if (finding !== undefined) {
      findings.set(finding.key, finding);
    }
  }
  await write(context, run, async (tx) => {
    await recordFindings(context, tx, run, [...findings.values()]);
    await countInRun(tx, run.id, { compared: batch.length, found: findings.size });
  });
}

/** Closes the breaks that the run has not found again, and ends it. */
function complete(context: AppContext, run: RunRow, from: Date): Promise<void> {
  return write(context, run, async (tx) => {
    const at = context.clock.now();
    const closed = await closeUnfound(tx, { id: run.id, source: run.source, from, at });
    for (const breakId of closed) {
      await insertEvent(tx, { breakId, event: "closed", actor: null, note: null, at });
    }
    await endRun(tx, run.id, {
      ...{ state: "completed", closed: closed.length, fault: null, ended_at: at },
    });
  });
}

function fail(context: AppContext, run: RunRow, fault: string): Promise<void> {
  return write(context, run, (tx) =>
    endRun(tx, run.id, {
      ...{ state: "failed", closed: 0, fault, ended_at: context.clock.now() },
    }),
  );
}

async function compareAll(context: AppContext, source: ReconciliationSource, run: RunRow) {
  const { period_from: from, period_to: to } = run;
  if (from === null || to === null) {
    throw new Error(`run ${run.id} has no period`);
  }
  for await (const batch of source.groups(context, { from, to })) {
    await compareBatch(context, run, source, batch);
  }
  await complete(context, run, from);
}

/**
 * Compares the ledger with a source, and records the breaks. A run that a server did not finish
 * begins again. If the other side cannot be read, the run fails and closes nothing.
 */
export async function runReconciliation(
  context: AppContext,
  { runId }: { readonly runId: string },
): Promise<void> {
  const { kysely } = context.db;
  const waiting = await selectRun(kysely, runId);
  if (waiting === undefined || waiting.ended_at !== null) {
    return;
  }
  const source = sourceNamed(waiting.source);
  const to = context.clock.now();
  const from = periodStart(to, await selectOldestOpen(kysely, source.name));
  const run = await beginRun(kysely, runId, { from, to });
  if (run === undefined) {
    return;
  }
  try {
    await compareAll(context, source, run);
  } catch (error) {
    if (error instanceof SupersededError) {
      return;
    }
    if (!(error instanceof ProviderError)) {
      // The queue runs it again; a database that does not respond is not the source's fault.
      throw error;
    }
    context.log.error({ err: error, source: source.name }, "a reconciliation failed");
    await fail(context, run, "source_unavailable");
  }
}
