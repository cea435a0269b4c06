import type { AppContext } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import type { Decision } from "../risk/index.ts";
import type { PaymentCard } from "./payment-card.ts";
import { type AskedPayment, declinedPayment, paymentMovement } from "./payment-movement.ts";
import type { NetworkOutcome } from "./payment-request.ts";

/** Writes a declined payment into the card's history, where its owner can see why. */
export async function declined(
  context: AppContext,
  card: PaymentCard,
  asked: AskedPayment,
  { code }: Decision,
): Promise<NetworkOutcome> {
  const now = context.clock.now();
  const movementId = newId(now);
  try {
    const payment = paymentMovement(movementId, now, card, asked);
    await context.ledger.submit(declinedPayment(payment, code));
  } catch (error) {
    // The network's answer does not hang on the record of it: no money moved either way.
    context.log.error({ err: error, cardId: card.id }, "a decline could not be recorded");
  }
  return { movementId, approved: false, code, amountMinor: 0n, currency: asked.currency };
}
