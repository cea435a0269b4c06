import type { Movement } from "@tessera/ledger";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { clearWithin } from "../clearing/index.ts";
import { askedOnCard } from "../conversion/index.ts";
import type { PaymentCardLookup } from "../holds/index.ts";
import { declinedPayment, paymentMovement, withdrawUnlessUsed } from "../holds/index.ts";
import type { NetworkOutcome, PaymentRequest } from "../messages/index.ts";
import { keepAnswer, lockAnswer } from "../messages/index.ts";
import { findPaymentToAnswer, type PaymentToAnswer, settleWaiting } from "../unmatched/index.ts";
import { outcomeOf } from "./payment-outcome.ts";

/** Maximum number of transactions before a payment is left undecided for the network to retry. */
const MAX_TRIES = 4;

/** A decided payment without a stored response. */
export interface DecidedPayment {
  /** The message names under which the response is stored. */
  readonly names: readonly string[];
  readonly request: PaymentRequest & { readonly networkKey: string };
  readonly networkReference: string | undefined;
  /** Whether an approved payment is cleared when its response is stored. */
  readonly isSingleMessage: boolean;
  /**
   * This server's decision, which becomes the response only if the ledger contains no other
   * outcome.
   */
  readonly outcome: NetworkOutcome;
}

/** Why no response could be stored yet. */
type Obstacle = "reversal_waits" | "not_in_ledger";

/**
 * Derives the response to a payment from the ledger and stores it, in one transaction that locks
 * the payment's names. Every step that changes a hold locks the same name first
 * (`inAuthorization`), so the hold behind an approval is open when the approval is stored. A
 * decline is stored only together with a movement that takes the payment's key in the ledger, so
 * that no hold can follow it (decision 0027). A single message is cleared in the same transaction.
 *
 * @returns the stored response, either this one or an earlier one
 * @throws Refusal `outcome_unknown` if the ledger kept changing, or a reversal could not be applied
 */
export async function answerPayment(
  context: AppContext,
  cards: PaymentCardLookup,
  payment: DecidedPayment,
): Promise<NetworkOutcome> {
  // A payment on an unknown card has no history to record a decline in, and cannot have a hold.
  let decline: Movement | null | undefined =
    payment.outcome.code === "card_not_found" ? null : undefined;
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const answer = await inTransaction(context.db.urgent, (tx) =>
      storeAnswer(context, tx, payment, decline),
    );
    if (answer === "reversal_waits") {
      await settleWaiting(context, payment.networkReference ?? "");
    } else if (answer === "not_in_ledger") {
      decline ??= await declineOf(context, cards, payment);
    } else {
      return answer;
    }
  }
  throw new Refusal("outcome_unknown", { internal: "a payment's answer could not be stored" });
}

/** Builds the decline to write if the payment is not in the ledger; null for an unknown card. */
async function declineOf(
  context: AppContext,
  cards: PaymentCardLookup,
  { request, outcome }: DecidedPayment,
): Promise<Movement | null> {
  if (outcome.approved) {
    throw new Refusal("outcome_unknown", { internal: "an approved payment is not in the ledger" });
  }
  const now = context.clock.now();
  const card = await cards.find(request.pan, now);
  if (card === null) {
    return null;
  }
  // A payment can be held for review only if its decline is recorded.
  const code = outcome.code === "review_required" ? "system_timeout" : outcome.code;
  const asked = await askedOnCard(context, card, request);
  return declinedPayment(paymentMovement(outcome.movementId, now, card, asked), code);
}

async function storeAnswer(
  context: AppContext,
  tx: Tx,
  decided: DecidedPayment,
  decline: Movement | null | undefined,
): Promise<NetworkOutcome | Obstacle> {
  const { names, request, networkReference, isSingleMessage, outcome } = decided;
  const stored = await lockAnswer(tx, names);
  if (stored?.approved === true) {
    return keep(tx, names, stored);
  }
  // Reads under the lock, so that nothing changes the hold until this transaction ends.
  let payment = await findPaymentToAnswer(tx, request.networkKey, networkReference);
  if (stored !== undefined) {
    if (payment?.status === "processing") {
      await withdrawUnlessUsed(context, tx, payment.id);
    }
    return keep(tx, names, stored);
  }
  if (payment === undefined) {
    if (decline === null) {
      return keep(tx, names, outcome);
    }
    if (decline === undefined) {
      return "not_in_ledger";
    }
    // Another server's hold may take the key first. In that case this decline is refused, and the
    // hold is found instead.
    await context.ledger.post(tx, [decline]);
    payment = await findPaymentToAnswer(tx, request.networkKey, networkReference);
    if (payment === undefined) {
      return "not_in_ledger";
    }
  }
  if (payment.status === "processing") {
    if (payment.isReversalWaiting) {
      return "reversal_waits";
    }
    if (isSingleMessage) {
      await clear(context, tx, payment);
    }
  }
  return keep(tx, names, outcomeOf(payment));
}

async function clear(context: AppContext, tx: Tx, { id }: PaymentToAnswer): Promise<void> {
  const all = { amount: undefined, final: true };
  await clearWithin(context, tx, { authorisationId: id, ...all, onlyOpen: true });
}

async function keep(
  tx: Tx,
  names: readonly string[],
  answer: NetworkOutcome,
): Promise<NetworkOutcome> {
  await keepAnswer(tx, names, answer);
  return answer;
}
