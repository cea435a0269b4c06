import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import type { PaymentCardLookup } from "../holds/index.ts";
import { findAuthorizedCard } from "../holds/index.ts";
import type { NetworkOutcome } from "../messages/index.ts";
import { type NetworkMessage, oncePerMessage } from "../messages/index.ts";
import {
  applyStep,
  keepUnmatched,
  type Step,
  type StepPayment,
  settleWaiting,
} from "../unmatched/index.ts";

/** A step sent by the network. */
export interface NetworkStep extends Step {
  /** The payment that the message describes. If absent, the step cannot wait. */
  readonly payment?: StepPayment | undefined;
}

/**
 * Applies a clearing, a reversal or an advice. If its authorization is not known yet, the step
 * waits for it, the response is `unmatched`, and no money moves.
 *
 * @throws Refusal `not_found`, `authorization_closed`, `message_id_used`, `invalid_input`
 */
export async function takeStep(
  context: AppContext,
  cards: PaymentCardLookup,
  step: NetworkStep,
  message?: NetworkMessage,
): Promise<NetworkOutcome> {
  const { payment, networkReference } = step;
  // Read before the transaction starts, because a transaction must not wait for a second
  // connection.
  const payer = payment && (await cards.find(payment.pan, context.clock.now()));
  const outcome = await oncePerMessage(context, message, async (tx) => {
    const known = await findAuthorizedCard(tx, step);
    if (known !== undefined && (payer === undefined || payer?.id === known.cardId)) {
      return applyStep(context, tx, { ...step, authorisationId: known.id });
    }
    if (payment === undefined || payer === undefined || networkReference === undefined) {
      throw new Refusal("not_found");
    }
    return keepUnmatched(context, tx, { ...step, networkReference, payment, payer });
  });
  if (outcome.code === "unmatched" && networkReference !== undefined) {
    // The authorization may have arrived while the step was being stored.
    await settleWaiting(context, networkReference);
  }
  return outcome;
}
