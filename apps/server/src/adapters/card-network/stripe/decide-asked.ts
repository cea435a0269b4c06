import { decideTraced, decisionTime, isWrongTry } from "../../../authorization/decision/index.ts";
import {
  askedCardOf,
  cardStateOf,
  countWrongQuestion,
  type PaymentCard,
} from "../../../authorization/holds/index.ts";
import type { NetworkOutcome } from "../../../authorization/messages/index.ts";
import { authorize, incrementAuthorization } from "../../../authorization/requests/index.ts";
import { readRisk } from "../../../authorization/velocity/index.ts";
import type { AppContext } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { createIssuerCardLookup } from "./issuer-card-lookup.ts";
import type { AskedAuthorization } from "./network-message.ts";
import { requestOf, stepAmountOf } from "./payment-request-of.ts";
import type { AuthorizationAnswer } from "./stripe-issuing.tables.ts";

/** An authorization request with its id in the ledger. */
export interface AskedMessage extends AskedAuthorization {
  readonly movementId: string;
  /** Whether this is the first request for the authorization. */
  readonly isFirst: boolean;
}

/** Decides a request, and places a hold if the request is approved. */
export async function decideAsked(
  context: AppContext,
  asked: AskedMessage,
): Promise<AuthorizationAnswer> {
  const { movementId, currency, issuerCardId } = asked;
  const declined = (code: string) => ({ approved: false, code, movementId });
  const cards = createIssuerCardLookup(context, issuerCardId);
  const card = await cards.find("", context.clock.now());
  if (card === null) {
    return declined("card_not_found");
  }
  if (currency === null) {
    return declined("currency_unsupported");
  }
  if (asked.amountMinor === 0n) {
    return { ...(await cardAlone(context, card, asked)), movementId };
  }
  if (asked.isFirst) {
    return answerOf(await authorize(context, cards, requestOf(asked, currency, card)), movementId);
  }
  try {
    const step = { authorisationId: movementId, ...stepAmountOf(asked, currency) };
    return answerOf(await incrementAuthorization(context, step), movementId);
  } catch (error) {
    if (error instanceof Refusal) {
      // The increment refers to an authorization that has ended or was declined.
      return declined(error.code);
    }
    throw error;
  }
}

function answerOf({ approved, code }: NetworkOutcome, movementId: string): AuthorizationAnswer {
  return { approved, code, movementId };
}

/** Decides an account verification, which is a request for a zero amount. */
async function cardAlone(context: AppContext, card: PaymentCard, asked: AskedMessage) {
  const time = decisionTime(context, context.clock.now());
  const { expiryMonth, expiryYear, cvvCheck } = requestOf(asked, card.currency, card);
  const risk = await readRisk(context, askedCardOf(card), asked.merchant.name, time);
  const event = {
    amountMinor: 0n,
    earlierMinor: 0n,
    currency: asked.merchantAmount?.currency ?? asked.currency ?? card.currency,
    merchant: asked.merchant,
    details: { expiryMonth, expiryYear, cvv: cvvCheck ?? ("not_given" as const) },
  };
  const decision = decideTraced(context, cardStateOf(card, risk, time), event, time);
  if (isWrongTry(decision)) {
    await countWrongQuestion(context, card, asked.movementId);
  }
  return { approved: decision.decision === "approve", code: decision.code };
}
