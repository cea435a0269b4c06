import type { Movement } from "@tessera/ledger";
import type { AskedPayment as Asked } from "../conversion/index.ts";
import { storedExchange } from "../decision/index.ts";
import type { PaymentCard } from "./payment-card.ts";

/** A merchant's payment request. */
export type AskedPayment = Pick<
  Asked,
  | "amountMinor"
  | "currency"
  | "merchantAmount"
  | "exchange"
  | "merchant"
  | "movementId"
  | "networkKey"
  | "presence"
>;

/**
 * Returns the part of a movement's data that records how another currency was converted, or empty
 * data for a payment in the card's currency.
 */
export function exchangeData({
  exchange,
  merchantAmount,
}: Pick<Asked, "exchange" | "merchantAmount">) {
  if (exchange !== undefined) {
    return { exchange: storedExchange(exchange) };
  }
  return merchantAmount === undefined
    ? {}
    : { exchange: { ...merchantAmount, amountMinor: merchantAmount.amountMinor.toString() } };
}

/** Builds the movement that records a payment in its card's history, whatever the outcome. */
export function paymentMovement(id: string, at: Date, card: PaymentCard, asked: AskedPayment) {
  const { amountMinor, currency, merchant, presence } = asked;
  return {
    id,
    customerId: card.customerId,
    kind: "purchase",
    cardId: card.id,
    parentId: null,
    currency,
    amountMinor: -amountMinor,
    feeMinor: asked.exchange?.feeMinor ?? 0n,
    title: merchant.name,
    data: {
      last4: card.last4,
      merchant,
      ...(card.mandate !== null && { mandateId: card.mandate.id }),
      ...(presence !== undefined && { channel: presence }),
      ...exchangeData(asked),
    },
    eventAt: at,
    clientKey: asked.networkKey ?? null,
  } satisfies Omit<Movement, "status" | "legs">;
}

/** Builds the movement for a declined payment, with its decline code. It moves no money. */
export function declinedPayment(
  payment: ReturnType<typeof paymentMovement>,
  declineCode: string,
): Movement {
  return {
    ...payment,
    // A payment that its owner may still approve is not final yet.
    status: declineCode === "review_required" ? "reviewing" : "declined",
    // Nothing was charged.
    feeMinor: 0n,
    data: { ...payment.data, declineCode },
    legs: [],
  };
}
