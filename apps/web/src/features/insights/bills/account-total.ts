import type { Movement } from "@tessera/contract/insights/bills.schemas";
import { formatAmount, parseAmount } from "@tessera/money";

/**
 * Returns what a load took from the account, as a wire amount: the amount that the card received
 * plus the fee. Undefined for every other movement, and for a load without a fee.
 *
 * @param movement the card's side of the movement
 */
export function accountTotal(
  movement: Pick<Movement, "kind" | "amount" | "fee" | "currency">,
): string | undefined {
  const { kind, currency } = movement;
  const amountMinor = parseAmount(movement.amount, currency);
  const feeMinor = parseAmount(movement.fee, currency);
  return kind === "card_deposit" && amountMinor !== undefined && feeMinor
    ? formatAmount(amountMinor + feeMinor, currency)
    : undefined;
}
