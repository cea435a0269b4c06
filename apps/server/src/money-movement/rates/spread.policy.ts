const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A bank publishes once a day, and servers fetch hourly. Until then, its last rate is current. */
const PUBLICATION_DELAY_MS = 2 * HOUR_MS;
/** The maximum number of days that the spread is multiplied by. */
const MAX_SPREAD_DAYS = 6;

/**
 * Returns the spread for a rate of a given age: the program's spread for each day begun since the
 * rate was published. The market may have moved further away from an older rate, such as Friday's
 * on a Monday morning, and a customer can see the market before exchanging.
 *
 * @param ageMs the rate's age, in milliseconds; negative for a rate published ahead of its time
 */
export function spreadAtAge(spreadBasisPoints: number, ageMs: number): number {
  const days = Math.ceil((ageMs - PUBLICATION_DELAY_MS) / DAY_MS);
  return spreadBasisPoints * Math.min(Math.max(days, 1), MAX_SPREAD_DAYS);
}
