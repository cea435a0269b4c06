import type { Movement } from "@tessera/ledger";
import type { PaymentRequest } from "../messages/index.ts";
import type { PaymentCard } from "./payment-card.ts";

/** A merchant's payment request. */
export type AskedPayment = Pick<
  PaymentRequest,
  "amountMinor" | "currency" | "merchant" | "movementId" | "networkKey" | "presence"
>;

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
    feeMinor: 0n,
    title: merchant.name,
    data: { last4: card.last4, merchant, ...(presence !== undefined && { channel: presence }) },
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
    data: { ...payment.data, declineCode },
    legs: [],
  };
}
