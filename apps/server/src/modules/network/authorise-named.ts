import type { AppContext } from "../../platform/context.ts";
import { undecided } from "../risk/index.ts";
import { authorise } from "./authorise.ts";
import { declined } from "./decline-movement.ts";
import type { PaymentCardLookup } from "./payment-card-lookup.ts";
import type { NetworkOutcome, PaymentRequest } from "./payment-request.ts";
import { settleWaiting } from "./settle-unmatched.ts";
import { findNamedPayment, findWaitingFor, type NamedPayment } from "./unmatched.repository.ts";

/**
 * Authorises a payment that the network may have named: under its name it is in the books at most
 * once, however often and wherever it is asked, so this may be run again. What waited for it is
 * applied, and one that was reversed before it came is declined.
 */
export async function authoriseNamed(
  context: AppContext,
  cards: PaymentCardLookup,
  request: PaymentRequest,
  networkReference: string | undefined,
): Promise<NetworkOutcome> {
  const { networkKey } = request;
  if (networkKey === undefined) {
    return authorise(context, cards, request);
  }
  const earlier = await findNamedPayment(context.db.kysely, networkKey);
  const outcome =
    earlier === undefined
      ? await authoriseFirst(context, cards, request, networkReference)
      : outcomeOf(earlier);
  if (networkReference !== undefined) {
    await settleWaiting(context, networkReference);
  }
  if (earlier !== undefined) {
    return outcome;
  }
  // Another server may have been asked at the same moment: the books say whose answer is true.
  const written = await findNamedPayment(context.db.kysely, networkKey);
  return written === undefined || written.id === outcome.movementId ? outcome : outcomeOf(written);
}

async function authoriseFirst(
  context: AppContext,
  cards: PaymentCardLookup,
  request: PaymentRequest,
  networkReference: string | undefined,
): Promise<NetworkOutcome> {
  const waiting =
    networkReference === undefined ? [] : await findWaitingFor(context.db.kysely, networkReference);
  const card = waiting.length === 0 ? null : await cards.find(request.pan, context.clock.now());
  const isReversed = waiting.some(
    ({ kind, cardId, amountMinor }) =>
      kind === "reversal" &&
      cardId === card?.id &&
      (amountMinor === null || amountMinor >= request.amountMinor),
  );
  return isReversed && card !== null
    ? declined(context, card, request, undecided("reversed_before"))
    : authorise(context, cards, request);
}

function outcomeOf(payment: NamedPayment): NetworkOutcome {
  const approved = payment.status !== "declined" && payment.status !== "reviewing";
  return {
    movementId: payment.id,
    approved,
    code: approved ? "approved" : (payment.declineCode ?? "system_timeout"),
    amountMinor: approved ? -payment.firstAmountMinor : 0n,
    currency: payment.currency,
  };
}
