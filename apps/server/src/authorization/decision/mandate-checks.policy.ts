import type {
  CardState,
  DecisionTime,
  MandateTerms,
  PaymentEvent,
  TraceEntry,
} from "./decision.policy.ts";
import { isMerchant, merchantKey } from "./merchant-key.policy.ts";

/**
 * Checks a payment against the purchase mandate of its card: the merchant, the currency, the
 * ceiling, and until when. An increment counts together with what was authorized before it.
 */
export function mandateChecks(
  { id: mandateId, merchantKey: wantedKey, ceilingMinor, until }: MandateTerms,
  { currency }: Pick<CardState, "currency">,
  event: PaymentEvent,
  { now }: DecisionTime,
): TraceEntry[] {
  const { earlierMinor, amountMinor } = event;
  return [
    {
      check: "mandate_merchant",
      passed: isMerchant(merchantKey(event.merchant.name), wantedKey),
      code: "mandate_merchant",
      mandateId,
    },
    {
      check: "mandate_currency",
      passed: event.currency === currency,
      code: "mandate_currency",
      mandateId,
    },
    {
      check: "mandate_ceiling",
      passed: earlierMinor + amountMinor <= ceilingMinor,
      code: "mandate_ceiling",
      limitMinor: ceilingMinor,
      usedMinor: earlierMinor,
      attemptedMinor: amountMinor,
      mandateId,
    },
    { check: "mandate_time", passed: now < until, code: "mandate_ended", mandateId },
  ];
}
