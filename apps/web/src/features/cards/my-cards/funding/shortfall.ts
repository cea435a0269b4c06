import type { Card } from "@tessera/contract/cards/cards.schemas";
import { feeOf, formatAmount, parseAmount } from "@tessera/money";
import { availableOnCard } from "../limits/monthly-limit.ts";
import type { FundingOperation } from "./funding.queries.ts";

interface ShortfallInput {
  readonly operation: FundingOperation;
  /** The amount to move, as a wire amount. */
  readonly amount: string;
  readonly card: Pick<Card, "balance" | "held" | "currency" | "depositFeeBasisPoints">;
  /** Available balance of the account; `undefined` until it is loaded. */
  readonly accountAvailable: string | undefined;
}

/**
 * Returns the missing amount as a wire amount, or `undefined` if the balance is sufficient or
 * unknown. This is only an early hint: the quote sets the price and the server decides.
 */
export function shortfallOf(input: ShortfallInput): string | undefined {
  const { operation, card, accountAvailable } = input;
  const isDeposit = operation === "deposit";
  const source = isDeposit ? accountAvailable : availableOnCard(card);
  const amountMinor = parseAmount(input.amount, card.currency);
  const sourceMinor = source === undefined ? undefined : parseAmount(source, card.currency);
  if (amountMinor === undefined || sourceMinor === undefined) {
    return undefined;
  }
  const feeMinor = isDeposit ? feeOf(amountMinor, card.depositFeeBasisPoints) : 0n;
  const missing = amountMinor + feeMinor - sourceMinor;
  return missing > 0n ? formatAmount(missing, card.currency) : undefined;
}

/** Computes the balance before a transfer from the quote's balance after the transfer. */
export function balanceBefore(after: string, change: string, currency: Card["currency"]): string {
  return formatAmount(signedMinor(after, currency) + signedMinor(change, currency), currency);
}

function signedMinor(amount: string, currency: Card["currency"]): bigint {
  return amount.startsWith("-")
    ? -(parseAmount(amount.slice(1), currency) ?? 0n)
    : (parseAmount(amount, currency) ?? 0n);
}
