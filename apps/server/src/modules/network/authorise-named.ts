import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { undecided } from "../risk/index.ts";
import { authorise } from "./authorise.ts";
import { declined } from "./decline-movement.ts";
import type { PaymentCardLookup } from "./payment-card-lookup.ts";
import type { NetworkOutcome, PaymentRequest } from "./payment-request.ts";
import { settleWaiting } from "./settle-unmatched.ts";
import { isInQuestion } from "./unanswered-holds.ts";
import { findNamedPayment, findWaitingFor, type NamedPayment } from "./unmatched.repository.ts";

/**
 * Authorises a payment that the network may have named: under its name it is in the books at most
 * once, however often and wherever it is asked, so this may be run again. What waited for it is
 * applied, and one that was reversed before it came is declined.
 *
 * @throws Refusal `outcome_unknown` while this server is resolving the payment's hold
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
  if (isInQuestion(context, ({ clientKey }) => clientKey === networkKey)) {
    throw new Refusal("outcome_unknown", {
      internal: "a payment was retried while its hold is unresolved",
    });
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

/** Ways in which a payment ends without a hold, and the network's answer to each. */
const ENDED: Readonly<Record<string, string>> = {
  declined: "system_timeout",
  reviewing: "review_required",
  cancelled: "reversed_before",
  expired: "system_timeout",
};

/**
 * Derives the answer to an unanswered payment from the ledger. A payment whose hold has ended
 * since, by a reversal or by expiry, is declined: no approval without its hold.
 */
function outcomeOf(payment: NamedPayment): NetworkOutcome {
  const ended = ENDED[payment.status];
  const approved = ended === undefined;
  return {
    movementId: payment.id,
    approved,
    code: approved ? "approved" : (payment.declineCode ?? ended),
    amountMinor: approved ? -payment.firstAmountMinor : 0n,
    currency: payment.currency,
  };
}
