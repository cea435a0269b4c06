import { feeOf, MAX_AMOUNT_MINOR } from "@tessera/money";

export type QuoteOperation = "deposit" | "withdraw";

/** The cost of an operation and the balances after it, in minor units of the card's currency. */
export interface QuoteTerms {
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  readonly feeBasisPoints: number;
  /** The amount that leaves the account (deposit) or the card (withdraw). */
  readonly totalMinor: bigint;
  /** What is available on the account afterwards: without the money that is on hold. */
  readonly accountAfterMinor: bigint;
  readonly cardAfterMinor: bigint;
}

/** The balances before the operation. `available` is the posted balance minus holds. */
export interface QuoteBalances {
  readonly accountAvailableMinor: bigint;
  readonly cardPostedMinor: bigint;
  readonly cardAvailableMinor: bigint;
  /** The card's debt after a force post, which a load repays first. */
  readonly owedMinor: bigint;
}

export const QUOTE_LIFETIME_MS = 5 * 60_000;

/**
 * Computes the terms for loading or unloading an amount, or returns undefined if funds are
 * insufficient. The fee for a load is added to its amount. Unloading is free.
 */
export function quoteTerms(
  operation: QuoteOperation,
  amountMinor: bigint,
  balances: QuoteBalances,
  depositBasisPoints: number,
): QuoteTerms | undefined {
  const isDeposit = operation === "deposit";
  const feeBasisPoints = isDeposit ? depositBasisPoints : 0;
  const feeMinor = feeOf(amountMinor, feeBasisPoints);
  const totalMinor = amountMinor + feeMinor;
  // A debt reduces the card's balance. A load repays the debt first.
  const cardNetMinor = balances.cardPostedMinor - balances.owedMinor;
  const isCovered = isDeposit
    ? totalMinor <= balances.accountAvailableMinor && totalMinor <= MAX_AMOUNT_MINOR
    : amountMinor <= balances.cardAvailableMinor - balances.owedMinor;
  if (!isCovered) {
    return undefined;
  }
  return {
    amountMinor,
    feeMinor,
    feeBasisPoints,
    totalMinor,
    accountAfterMinor: balances.accountAvailableMinor + (isDeposit ? -totalMinor : amountMinor),
    cardAfterMinor: cardNetMinor + (isDeposit ? amountMinor : -amountMinor),
  };
}
