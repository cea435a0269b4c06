import { readMerchantAmount } from "../decision/index.ts";
import type { NetworkOutcome } from "../messages/index.ts";
import type { NamedPayment } from "../unmatched/index.ts";

/** The response to the network for a payment that ended without a hold, by the payment's status. */
const ENDED: Readonly<Record<string, string>> = {
  declined: "system_timeout",
  reviewing: "review_required",
  cancelled: "reversed_before",
  expired: "system_timeout",
};

/**
 * Derives the response to an unanswered payment from the ledger. A payment whose hold has since
 * been reversed or expired is declined, since there is no approval without a hold.
 */
export function outcomeOf(payment: NamedPayment): NetworkOutcome {
  const ended = ENDED[payment.status];
  const approved = ended === undefined;
  const merchantAmount = readMerchantAmount(payment.exchange);
  return {
    movementId: payment.id,
    approved,
    code: approved ? "approved" : (payment.declineCode ?? ended),
    amountMinor: approved ? -payment.firstAmountMinor : 0n,
    currency: payment.currency,
    ...(approved && merchantAmount !== undefined && { merchantAmount }),
  };
}
