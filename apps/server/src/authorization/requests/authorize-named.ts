import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { type AskedPayment, askedOnCard } from "../conversion/index.ts";
import { undecided } from "../decision/index.ts";
import type { PaymentCardLookup } from "../holds/index.ts";
import { declined } from "../holds/index.ts";
import type { NetworkOutcome, PaymentRequest } from "../messages/index.ts";
import {
  findNamedPayment,
  findWaitingFor,
  settleWaiting,
  type UnmatchedMessage,
} from "../unmatched/index.ts";
import { authorize } from "./authorize.ts";
import { outcomeOf } from "./payment-outcome.ts";
import { isInQuestion } from "./unanswered/unanswered-holds.ts";

/**
 * Decides a named payment, as far as possible without a lock. The name ensures that the ledger
 * contains the payment at most once, no matter how often or to which server it is sent. Applies
 * steps that were waiting for it, and declines a payment that was reversed before it arrived.
 * `answerPayment` determines the final response.
 *
 * @throws Refusal `outcome_unknown` while this server is resolving the payment's hold
 */
export async function authorizeNamed(
  context: AppContext,
  cards: PaymentCardLookup,
  request: PaymentRequest & { readonly networkKey: string },
  networkReference: string | undefined,
): Promise<NetworkOutcome> {
  const { networkKey } = request;
  if (isInQuestion(context, ({ clientKey }) => clientKey === networkKey)) {
    throw new Refusal("outcome_unknown", {
      internal: "a payment was retried while its hold is unresolved",
    });
  }
  const earlier = await findNamedPayment(context.db.urgent.kysely, networkKey);
  const outcome =
    earlier === undefined
      ? await authorizeFirst(context, cards, request, networkReference)
      : outcomeOf(earlier);
  if (networkReference !== undefined) {
    await settleWaiting(context, networkReference);
  }
  return outcome;
}

async function authorizeFirst(
  context: AppContext,
  cards: PaymentCardLookup,
  request: PaymentRequest,
  networkReference: string | undefined,
): Promise<NetworkOutcome> {
  const waiting =
    networkReference === undefined
      ? []
      : await findWaitingFor(context.db.urgent.kysely, networkReference);
  const card = waiting.length === 0 ? null : await cards.find(request.pan, context.clock.now());
  if (card === null) {
    return authorize(context, cards, request);
  }
  const asked = await askedOnCard(context, card, request);
  const isReversed = waiting.some(
    (one) => one.kind === "reversal" && one.cardId === card.id && covers(one, asked),
  );
  return isReversed
    ? declined(context, card, asked, undecided("reversed_before"))
    : authorize(context, cards, request);
}

/** Returns whether a reversal is for all of a payment, in the currency that both state. */
function covers({ amountMinor, merchantAmount }: UnmatchedMessage, asked: AskedPayment): boolean {
  if (amountMinor === null) {
    return true;
  }
  const { merchantAmount: paid } = asked;
  return merchantAmount !== null && merchantAmount.currency === paid?.currency
    ? merchantAmount.amountMinor >= paid.amountMinor
    : amountMinor >= asked.amountMinor;
}
