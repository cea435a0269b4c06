import type { Merchant } from "@tessera/contract/insights/bills.schemas";
import type { CurrencyCode } from "@tessera/money";
import type { AppContext, Tx } from "../../platform/context.ts";
import { requireAmount } from "../../platform/http/amount-input.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import type { PaymentCard, PaymentCardLookup } from "../holds/index.ts";
import { findAuthorizedCard } from "../holds/index.ts";
import type { NetworkOutcome } from "../messages/index.ts";
import { type NetworkMessage, oncePerMessage } from "../messages/index.ts";
import {
  applyStep,
  insertUnmatched,
  requireGiven,
  type Step,
  settleWaiting,
} from "../unmatched/index.ts";

/** A step sent by the network. */
export interface NetworkStep extends Step {
  /** The payment that the message describes. Without a payment, the step cannot wait. */
  readonly payment?: StepPayment | undefined;
}

interface StepPayment {
  readonly pan: string;
  readonly currency: CurrencyCode;
  readonly merchant: Merchant;
}

/**
 * Applies a clearing, a reversal or an advice. If its authorization is not known yet, the step
 * waits for it: the response is `unmatched`, and no money moves.
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
    return keep(context, tx, { ...step, networkReference, payment, payer });
  });
  if (outcome.code === "unmatched" && networkReference !== undefined) {
    // The authorization may have arrived while the step was being stored.
    await settleWaiting(context, networkReference);
  }
  return outcome;
}

interface KeptStep extends NetworkStep {
  readonly networkReference: string;
  readonly payment: StepPayment;
  readonly payer: PaymentCard | null;
}

async function keep(
  context: AppContext,
  tx: Tx,
  { kind, amount, final, networkReference, payment, payer }: KeptStep,
): Promise<NetworkOutcome> {
  const receivedAt = context.clock.now();
  const id = newId(receivedAt);
  const { currency, merchant } = payment;
  if (payer === null || payer.currency !== currency) {
    const code = payer === null ? "card_not_found" : "currency_blocked";
    return { movementId: id, approved: false, code, amountMinor: 0n, currency };
  }
  const text = kind === "reversal" ? amount : requireGiven(amount);
  const amountMinor = text === undefined ? null : requireAmount(text, currency);
  await insertUnmatched(tx, {
    id,
    networkReference,
    kind,
    customerId: payer.customerId,
    cardId: payer.id,
    currency,
    merchant,
    amountMinor,
    final,
    receivedAt,
  });
  return {
    movementId: id,
    approved: true,
    code: "unmatched",
    amountMinor: amountMinor ?? 0n,
    currency,
  };
}
