/** The fee of a decline, in minor units. */
export interface DeclineTerms {
  readonly nextFeeMinor: bigint;
  /** How many more declines are free this month; null if all are. */
  readonly freeLeft: number | null;
}

/**
 * Returns the fee of the next decline: none, for any number of declines. The published fee schedule
 * has no entry for it, and fees without an entry are never charged (decision 0090). If a schedule
 * gets one, it is read here.
 */
export function declineTerms(): DeclineTerms {
  return { nextFeeMinor: 0n, freeLeft: null };
}
