import type { Movement } from "@tessera/ledger";
import type { AppContext } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { cardEvents } from "../cards/index.ts";
import type { Decision } from "../risk/index.ts";
import type { PaymentCard } from "./payment-card.ts";
import type { NetworkOutcome, PaymentRequest } from "./payment-request.ts";

type DeclinedRequest = Pick<PaymentRequest, "amountMinor" | "currency" | "merchant">;

/** A declined payment, as its card's history keeps it. */
export function declinedMovement(
  id: string,
  at: Date,
  card: PaymentCard,
  { amountMinor, currency, merchant }: DeclinedRequest,
  code: string,
): Movement {
  return {
    id,
    customerId: card.customerId,
    kind: "purchase",
    cardId: card.id,
    parentId: null,
    status: "declined",
    currency,
    amountMinor: -amountMinor,
    feeMinor: 0n,
    title: merchant.name,
    data: { last4: card.last4, merchant, declineCode: code },
    eventAt: at,
    clientKey: null,
    legs: [],
    events: cardEvents(card.id),
  };
}

/** Writes a declined payment into the card's history, where its owner can see why. */
export async function declined(
  context: AppContext,
  card: PaymentCard,
  request: DeclinedRequest,
  decision: Decision,
): Promise<NetworkOutcome> {
  const now = context.clock.now();
  const movementId = newId(now);
  const { currency } = request;
  try {
    await context.ledger.submit(declinedMovement(movementId, now, card, request, decision.code));
  } catch (error) {
    // The network's answer does not hang on the record of it: no money moved either way.
    context.log.error({ err: error, cardId: card.id }, "a decline could not be recorded");
  }
  return { movementId, approved: false, code: decision.code, amountMinor: 0n, currency };
}
