import type { PayoutAnswer } from "../../../adapters/payout/payout-provider.ts";
import { type AppContext, inTransaction, type Tx } from "../../../platform/context.ts";
import { wireId } from "../../../platform/ids.ts";
import { moveWithdrawal } from "../move-withdrawal.ts";
import { isEnd } from "../withdrawal-states.policy.ts";
import { lockWithdrawal, updateWithdrawal } from "../withdrawals.repository.ts";
import type { WithdrawalRow } from "../withdrawals.tables.ts";
import { readObservation } from "./payout-observation.policy.ts";
import { payoutsOf } from "./payouts.ts";

/**
 * Maps each final event to the state it implies. If a report implies a different state, it
 * conflicts.
 */
const SAID: Readonly<Record<string, string>> = {
  confirmed: "completed",
  failed: "failed",
  declined: "declined",
};

/**
 * Compares a report with the final state. A status that contradicts the final state moves no money
 * and requires an operator to investigate.
 */
function compareWithEnd(context: AppContext, row: WithdrawalRow, event: string | undefined): void {
  const said = event === undefined ? undefined : SAID[event];
  if (said !== undefined && said !== row.state) {
    const about = { withdrawal: row.id, state: row.state, said };
    context.log.error(about, "the payout provider contradicts how a withdrawal ended");
  }
}

async function apply(
  context: AppContext,
  tx: Tx,
  row: WithdrawalRow,
  answer: PayoutAnswer,
): Promise<boolean> {
  const { name } = payoutsOf(context);
  const { event, isKnown } = readObservation(answer, row.confirmations_required);
  if (isEnd(row.state)) {
    compareWithEnd(context, row, event);
    return false;
  }
  if (!isKnown && row.unknown_status !== answer.status) {
    const about = { withdrawal: row.id, status: answer.status.slice(0, 80) };
    context.log.error(about, "the payout provider reports an unknown status");
  }
  const confirmations = Math.max(row.confirmations, answer.confirmations);
  const transactionHash = answer.transactionHash ?? row.transaction_hash;
  const unknownStatus = isKnown ? null : answer.status.slice(0, 80);
  const isNews =
    confirmations !== row.confirmations ||
    transactionHash !== row.transaction_hash ||
    unknownStatus !== row.unknown_status;
  if (isNews) {
    await updateWithdrawal(tx, row.id, {
      confirmations,
      transaction_hash: transactionHash,
      unknown_status: unknownStatus,
    });
  }
  if (event !== undefined) {
    const by = { actor: `payout:${name}`, requestId: null };
    await moveWithdrawal(context, tx, row, { event, by, transactionHash });
  }
  return isNews;
}

/**
 * Applies the provider's report on a payout. Reports may be duplicate, late or out of order, but
 * states only move forward, and an outcome is final.
 */
export async function applyPayout(
  context: AppContext,
  withdrawalId: string,
  answer: PayoutAnswer,
): Promise<void> {
  const news = await inTransaction(context.db, async (tx) => {
    const row = await lockWithdrawal(tx, withdrawalId);
    const isNews = row !== undefined && (await apply(context, tx, row, answer));
    return isNews ? row : undefined;
  });
  if (news !== undefined) {
    // Posting a movement publishes an event, but an additional confirmation posts no movement.
    const body = { id: wireId("wdr", news.id) };
    await context.events.publish(news.customer_id, "withdrawals", body);
  }
}
