import { type CurrencyCode, formatAmount, formatMerchantAmount } from "@tessera/money";
import type { PaymentCard, StepAmount } from "../../../authorization/holds/index.ts";
import type { PaymentRequest } from "../../../authorization/messages/index.ts";
import type { AskedAuthorization, NetworkTransaction } from "./network-message.ts";

/** An expiry that no card has, used when Stripe reports an expiry mismatch. */
const WRONG_EXPIRY = { expiryMonth: 0, expiryYear: 0 } as const;

/**
 * Converts a Stripe message to a payment request. The card is identified by Stripe's id, because
 * Tessera does not know its PAN.
 */
export function requestOf(
  message: (AskedAuthorization | NetworkTransaction) & { readonly movementId: string },
  currency: CurrencyCode,
  { expiryMonth, expiryYear }: PaymentCard,
): PaymentRequest {
  const { amountMinor, merchantAmount, merchant, movementId } = message;
  const isAsked = "kind" in message;
  const isWrongExpiry = isAsked && message.expiryCheck === "mismatch";
  return {
    pan: "",
    ...(isWrongExpiry ? WRONG_EXPIRY : { expiryMonth, expiryYear }),
    cvv: undefined,
    ...(isAsked && { cvvCheck: message.cvvCheck }),
    // Stripe states the amount in the card's currency, so a payment is never converted here.
    ...(merchantAmount ?? { amountMinor, currency }),
    billing: { amountMinor, currency },
    merchant,
    movementId,
  };
}

/** Returns the amount of a Stripe message that is a step of an authorization. */
export function stepAmountOf(
  { amountMinor, merchantAmount }: AskedAuthorization | NetworkTransaction,
  currency: CurrencyCode,
): StepAmount {
  const amount = formatAmount(amountMinor, currency);
  const billing = { amount, currency };
  if (merchantAmount === undefined) {
    return { amount, currency, billing };
  }
  const { amountMinor: merchantMinor, currency: merchantCurrency } = merchantAmount;
  return {
    amount: formatMerchantAmount(merchantMinor, merchantCurrency),
    currency: merchantCurrency,
    billing,
  };
}
