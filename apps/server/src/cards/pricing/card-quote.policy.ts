import { feeOf, MAX_AMOUNT_MINOR } from "@tessera/money";

export type QuoteOperation = "deposit" | "withdraw";

/** What an operation costs and leaves behind. Minor units of the card's currency. */
export interface QuoteTerms {
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  readonly feeBasisPoints: number;
  /** What leaves the account (deposit) or the card (withdraw). */
  readonly totalMinor: bigint;
  readonly accountAfterMinor: bigint;
  readonly cardAfterMinor: bigint;
}

/** What there is to move. `available` is the posted balance less what is held. */
export interface QuoteBalances {
  readonly accountPostedMinor: bigint;
  readonly accountAvailableMinor: bigint;
  readonly cardPostedMinor: bigint;
  readonly cardAvailableMinor: bigint;
  /** What the card owes from a forced posting; a deposit repays it first. */
  readonly owedMinor: bigint;
}

export const QUOTE_LIFETIME_MS = 5 * 60_000;

/**
 * The terms of adding or taking out an amount, or undefined where there is too little money. A
 * deposit's fee comes on top of its amount; taking money out is free.
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
  // A debt counts against the card: a deposit repays it before it adds anything.
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
    accountAfterMinor: balances.accountPostedMinor + (isDeposit ? -totalMinor : amountMinor),
    cardAfterMinor: cardNetMinor + (isDeposit ? amountMinor : -amountMinor),
  };
}
