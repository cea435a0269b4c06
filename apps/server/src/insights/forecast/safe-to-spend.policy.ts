/**
 * The terms of the amount that is safe to spend, in minor units; all but the balance are zero or
 * more.
 */
export interface SpendTerms {
  /** The card's balance minus what it owes, so it may be negative. */
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
  /** The last authorized amount, how much of it was settled, and what is still held. */
  readonly authorisedMinor: bigint;
  readonly clearedMinor: bigint;
  readonly heldMinor: bigint;
}

/**
 * Returns what a pending payment may take beyond its hold without a force post: what its category
 * permits above the authorized amount, and what an advice made pending without a hold (decision
 * 0028).
 *
 * @param permittedMinor what the category permits in addition
 */
export function reserveOf(payment: PendingPayment, permittedMinor: bigint): bigint {
  const { authorisedMinor: authorizedMinor, clearedMinor, heldMinor } = payment;
  const beyondMinor = authorizedMinor + permittedMinor - clearedMinor - heldMinor;
  return beyondMinor > 0n ? beyondMinor : 0n;
}
