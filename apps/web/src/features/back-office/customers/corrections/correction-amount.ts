import type { Correction } from "@tessera/contract/back-office/adjustments.schemas";

/** The amount as the customer would read it: what is taken is negative. */
export function signedAmount({ direction, amount }: Correction): string {
  return direction === "credit" ? amount : `-${amount}`;
}
