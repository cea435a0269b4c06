import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { readOneMoment } from "../velocity/index.ts";
import { prepareWindows } from "./prepare-windows.ts";
import { findStrategyRecord, lockCustomer, raiseRevision } from "./strategy-records.repository.ts";
import { isJudging } from "./strategy-status.policy.ts";

/** A strategy that became active, or whose rule changed. */
interface Begun {
  readonly customerId: string;
  readonly strategyId: string;
}

const QUEUE = "risk-windows";
/**
 * How long to wait, in seconds: longer than it takes to write a payment that was decided before the
 * change.
 */
const AFTER_SECONDS = 15;

/** Enqueues a recomputation of the strategy's windows, in the same transaction as the change. */
export function settleWindowsLater(context: AppContext, tx: Tx, begun: Begun): Promise<void> {
  return context.jobs.enqueue(tx, QUEUE, begun, { startAfterSeconds: AFTER_SECONDS });
}

/**
 * Recomputes the usage in a strategy's windows from history. Payments that were decided without the
 * strategy but written after it became active are missing from its counters; the recomputation
 * includes them. It reads the history and the counters in one snapshot, so that concurrent payments
 * are neither missed nor counted twice. If the customer's strategies change in the meantime, the
 * recomputation fails and is retried.
 */
export async function settleWindows(
  context: AppContext,
  { customerId, strategyId }: Begun,
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await readOneMoment(tx);
    await lockCustomer(tx, customerId);
    const strategy = await findStrategyRecord(tx, customerId, strategyId);
    if (strategy !== undefined && isJudging(strategy.status)) {
      await prepareWindows(context, tx, customerId, strategy.rule, context.clock.now());
      await raiseRevision(tx, customerId);
    }
  });
}

/** Starts the worker for these recomputations, which run on whichever server takes the job. */
export function startSettlingWindows(context: AppContext): Promise<void> {
  return context.jobs.work<Begun>(QUEUE, (begun) => settleWindows(context, begun));
}
