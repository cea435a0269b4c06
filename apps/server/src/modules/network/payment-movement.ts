import type { Movement } from "@tessera/ledger";
import type { PaymentCard } from "./payment-card.ts";
import type { PaymentRequest } from "./payment-request.ts";

/** What a merchant asked of a card. */
export type AskedPayment = Pick<PaymentRequest, "amountMinor" | "currency" | "merchant">;

/** A payment as its card's history keeps it, whatever became of it. */
export function paymentMovement(id: string, at: Date, card: PaymentCard, asked: AskedPayment) {
  const { amountMinor, currency, merchant } = asked;
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
    data: { last4: card.last4, merchant },
    eventAt: at,
    clientKey: null,
  } satisfies Omit<Movement, "status" | "legs">;
}

/** A declined payment, and why; it moves no money. */
export function declinedPayment(
  payment: ReturnType<typeof paymentMovement>,
  declineCode: string,
): Movement {
  return { ...payment, status: "declined", data: { ...payment.data, declineCode }, legs: [] };
}
