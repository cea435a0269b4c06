/** What a decline costs. Minor units. */
export interface DeclineTerms {
  readonly nextFeeMinor: bigint;
  /** How many more are free this month; null where all are. */
  readonly freeLeft: number | null;
}

/**
 * What the next decline costs: nothing, however many there were. The published fee schedule has no
 * line for it, and what has no line there is never charged (decision 0090). A schedule that gets
 * one is read here.
 */
export function declineTerms(): DeclineTerms {
  return { nextFeeMinor: 0n, freeLeft: null };
}
