const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long after an address was given out its transfers are listed how often. */
const INTERVALS: readonly (readonly [untilAgeMs: number, everyMs: number])[] = [
  [HOUR_MS, 10_000],
  [DAY_MS, 2 * MINUTE_MS],
  [30 * DAY_MS, HOUR_MS],
];

/**
 * Returns after how many milliseconds the transfers to an address are listed again. An address is
 * watched forever, but a deposit is paid within half an hour, and servers limit the calls per day.
 *
 * @param ageMs how long ago the address was given out
 */
export function listingInterval(ageMs: number): number {
  return INTERVALS.find(([until]) => ageMs < until)?.[1] ?? DAY_MS;
}
