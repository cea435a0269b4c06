import type { Card } from "@tessera/contract/cards/cards.schemas";
import { feeOf, formatAmount, parseAmount } from "@tessera/money";
import { availableOnCard } from "../limits/monthly-limit.ts";
import type { FundingOperation } from "./funding.queries.ts";

interface ShortfallInput {
  readonly operation: FundingOperation;
  /** A wire amount. */
  readonly amount: string;
  readonly card: Pick<Card, "balance" | "held" | "currency" | "depositFeeBasisPoints">;
  /** What the account holds; `undefined` while that is not known. */
  readonly accountAvailable: string | undefined;
}

/**
 * How much is missing, as a wire amount, or `undefined` where there is enough or it is not known.
 * It only tells the reader early: what is charged is the quote's, and the server decides.
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

/** What an account or a card held before, from what a quote says it holds after. */
export function balanceBefore(after: string, change: string, currency: Card["currency"]): string {
  return formatAmount(signedMinor(after, currency) + signedMinor(change, currency), currency);
}

function signedMinor(amount: string, currency: Card["currency"]): bigint {
  return amount.startsWith("-")
    ? -(parseAmount(amount.slice(1), currency) ?? 0n)
    : (parseAmount(amount, currency) ?? 0n);
}
