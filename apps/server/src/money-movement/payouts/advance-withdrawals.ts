import { openCase } from "../../back-office/cases/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { everyRow } from "../../platform/paging/every-row.ts";
import { isAccountStopped } from "./is-account-stopped.ts";
import { moveWithdrawal } from "./move-withdrawal.ts";
import { QUEUE_LIFETIME_MS } from "./withdrawal-terms.policy.ts";
import { type DueWithdrawal, lockWithdrawal, selectDue } from "./withdrawals.repository.ts";
import type { WithdrawalRow } from "./withdrawals.tables.ts";

const PAGE_SIZE = 100;
const BY = { actor: "system", requestId: null } as const;

/** Moves a withdrawal to review or to the queue after its cancel window. */
async function leaveWindow(context: AppContext, tx: Tx, row: WithdrawalRow): Promise<void> {
  if (row.review_reasons.length === 0) {
    await moveWithdrawal(context, tx, row, { event: "cleared", by: BY });
    return;
  }
  await moveWithdrawal(context, tx, row, { event: "held", by: BY });
  await openCase(context, tx, {
    kind: "withdrawal",
    subjectId: row.id,
    customerId: row.customer_id,
    amountMinor: row.total_minor,
    currency: row.currency,
    reasons: row.review_reasons,
    needsTwo: row.needs_two,
  });
}

async function advance(context: AppContext, tx: Tx, id: string): Promise<boolean> {
  const row = await lockWithdrawal(tx, id);
  const now = context.clock.now();
  if (row?.state === "cooling" && row.cancel_until <= now) {
    await leaveWindow(context, tx, row);
    return true;
  }
  const isLate =
    row?.state === "queued" && now.getTime() - row.state_at.getTime() >= QUEUE_LIFETIME_MS;
  if (isLate && !(await isAccountStopped(context, tx, row))) {
    await moveWithdrawal(context, tx, row, { event: "timed_out", by: BY });
    return true;
  }
  return false;
}

/**
 * Advances withdrawals that are due: those whose cancel window has ended, and those that have
 * waited in the queue too long. If a withdrawal has waited too long, its money is returned, unless
 * its account is stopped: then it waits until the stop is lifted or the customer cancels it.
 *
 * @returns the number of advanced withdrawals
 */
export async function advanceWithdrawals(
  context: AppContext,
  pageSize: number = PAGE_SIZE,
): Promise<number> {
  const now = context.clock.now();
  const queuedBefore = new Date(now.getTime() - QUEUE_LIFETIME_MS);
  const due = everyRow<DueWithdrawal>(pageSize, (after) =>
    selectDue(context.db.kysely, { now, queuedBefore, limit: pageSize, after }),
  );
  let moved = 0;
  for await (const { id } of due) {
    try {
      if (await inTransaction(context.db, (tx) => advance(context, tx, id))) {
        moved += 1;
      }
    } catch (error) {
      // The withdrawal stays due and will be retried. A failure must not delay the remaining
      // withdrawals.
      context.log.error({ err: error, withdrawal: id }, "a withdrawal could not be advanced");
    }
  }
  return moved;
}
