/** The terms of what is safe to spend. Minor units; all but the balance zero or more. */
export interface SpendTerms {
  /** What the card holds less what it owes, so it may be negative. */
  readonly balanceMinor: bigint;
  readonly heldMinor: bigint;
  readonly reserveMinor: bigint;
  readonly forecastMinor: bigint;
}

/** Exactly one of the two is zero, or both. */
export interface SpendResult {
  readonly safeMinor: bigint;
  readonly shortMinor: bigint;
}

/**
 * `balance − held − reserve − forecast`, or zero and what is missing. As no term but the balance
 * is negative, it is never above what the ledger lets the card spend.
 */
export function safeToSpend(terms: SpendTerms): SpendResult {
  const { balanceMinor, heldMinor, reserveMinor, forecastMinor } = terms;
  const leftMinor = balanceMinor - heldMinor - reserveMinor - forecastMinor;
  return leftMinor >= 0n
    ? { safeMinor: leftMinor, shortMinor: 0n }
    : { safeMinor: 0n, shortMinor: -leftMinor };
}

/** A pending payment and its hold. Minor units. */
export interface PendingPayment {
  /** What was agreed on last, what of it was settled, and what is still held for it. */
  readonly authorisedMinor: bigint;
  readonly clearedMinor: bigint;
  readonly heldMinor: bigint;
}

/**
 * What a pending payment may take beyond its hold without being a forced posting: what its
 * category permits on top of what was authorised, and what an advice made pending without its
 * being held (decision 0028).
 *
 * @param permittedMinor what the category permits on top
 */
export function reserveOf(payment: PendingPayment, permittedMinor: bigint): bigint {
  const { authorisedMinor, clearedMinor, heldMinor } = payment;
  const beyondMinor = authorisedMinor + permittedMinor - clearedMinor - heldMinor;
  return beyondMinor > 0n ? beyondMinor : 0n;
}
