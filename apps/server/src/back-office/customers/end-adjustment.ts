import type { Correction } from "@tessera/contract/back-office/adjustments.schemas";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { updateCorrection } from "./adjustments.repository.ts";
import { auditedTerms } from "./audited-terms.policy.ts";
import { getCorrection } from "./read-adjustments.ts";
import { type CorrectionCommand, requireDecidable } from "./require-decidable.ts";

/**
 * Rejects another operator's proposal. No money moves.
 *
 * @param note the reason, for the proposer
 * @throws Refusal `not_found`, `correction_own`, `correction_decided`, `correction_changed`
 */
export async function refuseCorrection(
  context: AppContext,
  command: CorrectionCommand,
  note: string,
): Promise<Correction> {
  return end(context, command, { status: "refused", note });
}

/**
 * Withdraws one of the caller's proposals. No money moves.
 *
 * @throws Refusal `not_found`, `correction_not_yours`, `correction_decided`, `correction_changed`
 */
export async function withdrawCorrection(
  context: AppContext,
  command: CorrectionCommand,
): Promise<Correction> {
  return end(context, command, { status: "withdrawn", note: null });
}

async function end(
  context: AppContext,
  command: CorrectionCommand,
  { status, note }: { readonly status: "refused" | "withdrawn"; readonly note: string | null },
): Promise<Correction> {
  const { session, requestId } = command;
  const of = status === "refused" ? "others" : "oneself";
  return inTransaction(context.db, async (tx) => {
    const wanted = { of, becomes: status } as const;
    const { correction, isDone } = await requireDecidable(context, tx, command, wanted);
    const { id, customer_id: customerId } = correction;
    if (!isDone) {
      await updateCorrection(tx, id, {
        status,
        decider_id: session.userId,
        decided_by: session.username,
        decided_at: context.clock.now(),
        decision_note: note,
      });
      await context.ledger.appendAudit({ kysely: tx }, [
        {
          action: status === "refused" ? "correction.refuse" : "correction.withdraw",
          actor: session.username,
          customerId,
          object: id,
          outcome: "ok",
          requestId,
          data: { ...auditedTerms(correction), ...(note !== null && { note }) },
        },
      ]);
    }
    return getCorrection(context, { id, reader: session }, tx);
  });
}
