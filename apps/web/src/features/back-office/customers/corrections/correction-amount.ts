import type { Correction } from "@tessera/contract/back-office/adjustments.schemas";

/** Returns the amount from the customer's point of view: a debit is negative. */
export function signedAmount({ direction, amount }: Correction): string {
  return direction === "credit" ? amount : `-${amount}`;
}
