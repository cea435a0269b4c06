/** The decline fee, in minor units. */
export interface DeclineTerms {
  readonly nextFeeMinor: bigint;
  /** Number of declines that are still free this month; null if all declines are free. */
  readonly freeLeft: number | null;
}

/**
 * Returns the fee for the next decline. No matter how many payments are declined, there is no fee:
 * the published fee schedule has no decline fee, and fees that are not in the schedule are never
 * charged (decision 0090). If a decline fee is ever added to the schedule, read it here.
 */
export function declineTerms(): DeclineTerms {
  return { nextFeeMinor: 0n, freeLeft: null };
}
