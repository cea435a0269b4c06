import type { Presence } from "@tessera/contract/simulator/sandbox.schemas";
import type { CurrencyCode } from "@tessera/money";
import { forcePost, refundCard, reverseRefund } from "../../../authorization/clearing/index.ts";
import { statedAmount } from "../../../authorization/conversion/index.ts";
import type {
  NetworkOutcome,
  PaymentRequest,
  Told,
} from "../../../authorization/messages/index.ts";
import {
  categoryOf,
  fingerprintOf,
  type NetworkMerchant,
  type NetworkMessage,
  networkKeyOf,
  oncePerMessage,
} from "../../../authorization/messages/index.ts";
import {
  findOwnCard,
  incrementWithin,
  type OwnCard,
  ownCardLookup,
  takePayment,
  takeStep,
} from "../../../authorization/requests/index.ts";
import type { AppContext } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";

/** A merchant's message about a card that is identified by its owner instead of its PAN. */
export interface PlayedMessage {
  readonly kind:
    | "authorisation"
    | "payment"
    | "increment"
    | "advice"
    | "clearing"
    | "refund"
    | "return_reversal"
    | "force_post";
  /** A decimal amount in the card's currency. If absent, the full pending amount. */
  readonly amount: string | undefined;
  /** The card's currency. */
  readonly currency: CurrencyCode;
  /** What the merchant asks for in another currency, which the network converts into `amount`. */
  readonly merchantAmount: { readonly amount: string; readonly currency: string } | undefined;
  readonly merchant: NetworkMerchant;
  readonly presence: Presence | undefined;
  /** Whether the merchant accepts partial approvals. */
  readonly takesPart: boolean;
  /** The authorization or refund that the message refers to, if any. */
  readonly aboutId: string | undefined;
}

interface Playing {
  readonly card: OwnCard;
  readonly played: PlayedMessage;
  /**
   * The message's id. A message resent under the same id has no further effect and gets the same
   * response.
   */
  readonly messageId: string;
  readonly told: Told;
}

/**
 * Processes a simulated network message about one of a customer's own cards, using the same
 * operations as every other network. A decline is returned rather than thrown.
 *
 * @throws Refusal `not_found`, `authorization_closed`, `refund_reversed`, `invalid_input`,
 * `message_id_used`
 */
export async function playMessage(context: AppContext, playing: Playing): Promise<NetworkOutcome> {
  const { card, played, messageId, told } = playing;
  const message: NetworkMessage = {
    name: `message:${messageId}`,
    fingerprint: fingerprintOf(context, played.kind, { ...played, merchant: played.merchant.name }),
  };
  switch (played.kind) {
    case "authorisation":
    case "payment":
      return ask(context, playing, message);
    case "increment":
      return oncePerMessage(context, message, (tx) =>
        incrementWithin(context, tx, { ...aboutOf(played), told }),
      );
    case "advice":
    case "clearing":
      return takeStep(
        context,
        ownCardLookup(context, card),
        { ...aboutOf(played), kind: played.kind, final: true },
        message,
      );
    case "return_reversal": {
      const { aboutId: refundId, amount } = played;
      return reverseRefund(context, { refundId, amount }, message);
    }
    case "refund":
    case "force_post": {
      const take = played.kind === "refund" ? refundCard : forcePost;
      const request = await requestOf(context, playing);
      return take(context, ownCardLookup(context, card), request, message);
    }
  }
}

function aboutOf(played: PlayedMessage) {
  const { aboutId: authorizationId, amount, currency, merchantAmount } = played;
  return amount === undefined || merchantAmount === undefined
    ? { authorisationId: authorizationId, amount }
    : { authorisationId: authorizationId, ...merchantAmount, billing: { amount, currency } };
}

async function ask(
  context: AppContext,
  playing: Playing,
  message: NetworkMessage,
): Promise<NetworkOutcome> {
  const request = await requestOf(context, playing);
  const kind = playing.played.kind === "payment" ? "single message" : "authorization";
  const cards = ownCardLookup(context, playing.card);
  return takePayment(context, cards, [message], { kind, request, networkReference: undefined });
}

/** Returns a request's amount as the network states it. */
function statedBy({ currency, merchantAmount }: PlayedMessage, amount: string) {
  return merchantAmount === undefined
    ? { amount, currency }
    : { ...merchantAmount, billing: { amount, currency } };
}

async function requestOf(
  context: AppContext,
  { card: own, played, messageId, told }: Playing,
): Promise<PaymentRequest> {
  const card = await findOwnCard(context, own);
  if (card === null || played.amount === undefined) {
    throw new Refusal("not_found");
  }
  const { presence, takesPart, merchant } = played;
  return {
    pan: "",
    cvv: undefined,
    expiryMonth: card.expiryMonth,
    expiryYear: card.expiryYear,
    ...statedAmount(statedBy(played, played.amount)),
    merchant: { ...merchant, category: categoryOf(merchant.mcc) },
    presence,
    takesPart,
    networkKey: networkKeyOf(undefined, messageId),
    told,
  };
}
