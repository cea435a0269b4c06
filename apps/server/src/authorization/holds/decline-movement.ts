import type { AppContext } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { type Decision, isWrongTry, storedTrace } from "../decision/index.ts";
import { isRefusedCharge } from "../keep-alive/index.ts";
import type { NetworkOutcome } from "../messages/index.ts";
import type { PaymentCard } from "./payment-card.ts";
import { type AskedPayment, declinedPayment, paymentMovement } from "./payment-movement.ts";
import { isNoted, recordVerdict, recordWrongTry } from "./record-verdict.ts";

/**
 * A decline that either has been written, or must be decided again because its counters have
 * changed.
 */
interface Declined {
  readonly outcome: NetworkOutcome;
  readonly isOvertaken: boolean;
}

/** Writes a payment's final decline; see {@link writeDecline}. */
export async function declined(
  context: AppContext,
  card: PaymentCard,
  asked: AskedPayment,
  decision: Decision,
): Promise<NetworkOutcome> {
  return (await writeDecline(context, card, asked, decision)).outcome;
}

/**
 * Writes a declined payment with all its checks to the card's history, where its owner can see the
 * reason.
 */
export async function writeDecline(
  context: AppContext,
  card: PaymentCard,
  asked: AskedPayment,
  decision: Decision,
): Promise<Declined> {
  const { code, trace, journals } = decision;
  const now = context.clock.now();
  const movementId = asked.movementId ?? newId(now);
  const { currency } = asked;
  const outcome = { movementId, approved: false, code, amountMinor: 0n, currency };
  if (code === "strategy_unreadable") {
    context.log.error(
      { cardId: card.id },
      "a payment was declined because a strategy can't be judged",
    );
  }
  try {
    const payment = declinedPayment(paymentMovement(movementId, now, card, asked), code);
    const movement = {
      ...payment,
      data: { ...payment.data, ...storedTrace(trace) },
      guards: journals.flatMap(({ guards }) => guards),
    };
    const verdict = { card, asked, decision, movement };
    const result = await (isWrongTry(decision)
      ? recordWrongTry(context, verdict)
      : isNoted(decision) || isRefusedCharge(verdict)
        ? recordVerdict(context, verdict)
        : context.ledger.submit(movement));
    const isOvertaken =
      result === "stopped" || (result.outcome === "refused" && result.reason === "guard_exceeded");
    return { outcome, isOvertaken };
  } catch (error) {
    // The network's response does not depend on this record, since no money moves either way.
    context.log.error({ err: error, cardId: card.id }, "a decline could not be recorded");
    // A wrong guess at the card's details must be counted before the network gets a response.
    return {
      outcome: isWrongTry(decision) ? { ...outcome, code: "system_timeout" } : outcome,
      isOvertaken: false,
    };
  }
}
