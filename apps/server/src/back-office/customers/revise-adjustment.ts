import type {
  Correction,
  ReviseCorrectionBody,
} from "@tessera/contract/back-office/adjustments.schemas";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { requireAmount } from "../../platform/http/amount-input.ts";
import { findCardOf, updateCorrection } from "./adjustments.repository.ts";
import { auditedTerms } from "./audited-terms.policy.ts";
import { getCorrection } from "./read-adjustments.ts";
import { type CorrectionCommand, requireDecidable } from "./require-decidable.ts";
import { requirePossible } from "./require-possible.ts";

/**
 * Changes one of the caller's proposals while it is waiting. The earlier revision can no longer be
 * approved.
 *
 * @throws Refusal `not_found`, `correction_not_yours`, `correction_decided`, `correction_changed`,
 * `card_closed`, `correction_above_limit`, `correction_below_zero`
 */
export async function reviseCorrection(
  context: AppContext,
  command: CorrectionCommand,
  body: Omit<ReviseCorrectionBody, "revision">,
): Promise<Correction> {
  const { session, requestId } = command;
  return inTransaction(context.db, async (tx) => {
    const { correction } = await requireDecidable(context, tx, command, { of: "oneself" });
    const { id, customer_id: customerId, card_id: cardId, currency } = correction;
    const card = cardId === null ? undefined : await findCardOf(tx, { customerId, cardId });
    const terms = {
      direction: body.direction,
      amount_minor: requireAmount(body.amount, currency),
      reason: body.reason,
      reference: body.reference,
      revision: correction.revision + 1,
    };
    const changed = { ...correction, ...terms };
    await requirePossible(context, tx, changed, card);
    await updateCorrection(tx, id, terms);
    await context.ledger.appendAudit({ kysely: tx }, [
      {
        action: "correction.revise",
        actor: session.username,
        customerId,
        object: id,
        outcome: "ok",
        requestId,
        data: { before: auditedTerms(correction), after: auditedTerms(changed) },
      },
    ]);
    return getCorrection(context, { id, reader: session }, tx);
  });
}
