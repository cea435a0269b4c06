import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { readOneMoment } from "../velocity/index.ts";
import { prepareWindows } from "./prepare-windows.ts";
import { findStrategyRecord, lockCustomer, raiseRevision } from "./strategy-records.repository.ts";
import { isJudging } from "./strategy-status.policy.ts";

/** A strategy that began to judge, or judges by another rule. */
interface Begun {
  readonly customerId: string;
  readonly strategyId: string;
}

const QUEUE = "risk-windows";
/** Longer than a payment that was judged before the change takes to be written. */
const AFTER_SECONDS = 15;

/** Asks, with the change itself, that its windows are looked at once more. */
export function settleWindowsLater(context: AppContext, tx: Tx, begun: Begun): Promise<void> {
  return context.jobs.enqueue(tx, QUEUE, begun, { startAfterSeconds: AFTER_SECONDS });
}

/**
 * Finds once more what history counts in a strategy's windows. Payments that were judged without it
 * and written after it was turned on are in no counter of its own; here they are found. History and
 * counters are read as of one moment, so that what is counted meanwhile is neither missed nor
 * counted twice; where the customer is changed at that moment, it fails and is tried again.
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

/** Does so for what was asked, in whichever server takes it. */
export function startSettlingWindows(context: AppContext): Promise<void> {
  return context.jobs.work<Begun>(QUEUE, (begun) => settleWindows(context, begun));
}
