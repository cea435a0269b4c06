import type { Movement } from "@tessera/ledger";
import type { PaymentRequest } from "../messages/index.ts";
import type { PaymentCard } from "./payment-card.ts";

/** What a merchant asked of a card. */
export type AskedPayment = Pick<
  PaymentRequest,
  "amountMinor" | "currency" | "merchant" | "movementId" | "networkKey" | "presence"
>;

/** A payment as its card's history keeps it, whatever became of it. */
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

/** A declined payment, and why; it moves no money. */
export function declinedPayment(
  payment: ReturnType<typeof paymentMovement>,
  declineCode: string,
): Movement {
  return {
    ...payment,
    // One that its owner may still let pass is not over.
    status: declineCode === "review_required" ? "reviewing" : "declined",
    data: { ...payment.data, declineCode },
    legs: [],
  };
}
