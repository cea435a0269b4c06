/**
 * The terms of the amount that is safe to spend, in minor units; all but the balance are zero or
 * more.
 */
export interface SpendTerms {
  /** The card's balance minus its debt, so it may be negative. */
  readonly balanceMinor: bigint;
  readonly heldMinor: bigint;
  readonly reserveMinor: bigint;
  readonly forecastMinor: bigint;
}

/** At least one of the two is zero. */
export interface SpendResult {
  readonly safeMinor: bigint;
  readonly shortMinor: bigint;
}

/**
 * Computes `balance − held − reserve − forecast`, or zero and the shortfall. As no term but the
 * balance is negative, it is never above what the ledger lets the card spend.
 */
export function safeToSpend(terms: SpendTerms): SpendResult {
  const { balanceMinor, heldMinor, reserveMinor, forecastMinor } = terms;
  const leftMinor = balanceMinor - heldMinor - reserveMinor - forecastMinor;
  return leftMinor >= 0n
    ? { safeMinor: leftMinor, shortMinor: 0n }
    : { safeMinor: 0n, shortMinor: -leftMinor };
}

/** A pending payment and its hold, in minor units. */
export interface PendingPayment {
  /**
   * The last authorized amount, the part of it that was settled, and the part that is still held.
   */
  readonly authorisedMinor: bigint;
  readonly clearedMinor: bigint;
  readonly heldMinor: bigint;
}

/**
 * Returns the amount that a pending payment may take beyond its hold without a force post: the
 * excess that its category permits, and the part that an advice made pending without a hold
 * (decision 0028).
 *
 * @param permittedMinor the excess that the category permits
 */
export function reserveOf(payment: PendingPayment, permittedMinor: bigint): bigint {
  const { authorisedMinor: authorizedMinor, clearedMinor, heldMinor } = payment;
  const beyondMinor = authorizedMinor + permittedMinor - clearedMinor - heldMinor;
  return beyondMinor > 0n ? beyondMinor : 0n;
}
