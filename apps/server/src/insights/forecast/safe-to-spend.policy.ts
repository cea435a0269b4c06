/**
 * The components of the amount that is safe to spend, in minor units. Only the balance can be
 * negative.
 */
export interface SpendTerms {
  /** The card's balance minus its debt, which may be negative. */
  readonly balanceMinor: bigint;
  readonly heldMinor: bigint;
  readonly reserveMinor: bigint;
  readonly forecastMinor: bigint;
}

/** The amount that is safe to spend, and the shortfall. At least one of them is zero. */
export interface SpendResult {
  readonly safeMinor: bigint;
  readonly shortMinor: bigint;
}

/**
 * Computes `balance − held − reserve − forecast`. If the result is negative, returns zero and the
 * shortfall. Since only the balance can be negative, the result never exceeds the amount that the
 * ledger lets the card spend.
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
   * The last authorized amount, the part of it that has been settled, and the part that is still on
   * hold.
   */
  readonly authorizedMinor: bigint;
  readonly clearedMinor: bigint;
  readonly heldMinor: bigint;
}

/**
 * Returns the amount that a pending payment can take beyond its hold without a force post: the
 * excess that its merchant category permits, and the part of an advice that is pending without a
 * hold (decision 0028).
 *
 * @param permittedMinor the excess that the category permits
 */
export function reserveOf(payment: PendingPayment, permittedMinor: bigint): bigint {
  const { authorizedMinor, clearedMinor, heldMinor } = payment;
  const beyondMinor = authorizedMinor + permittedMinor - clearedMinor - heldMinor;
  return beyondMinor > 0n ? beyondMinor : 0n;
}
