const FREE_FAILURES = 10;
const MAX_DELAY_SECONDS = 60;
/** NIST 800-63B: no more than this many failures without something changing. */
const MANY_FAILURES = 100;
const MANY_DELAY_SECONDS = 900;

/**
 * Seconds to wait after the last of some wrong passwords in a row: none at first, then doubling.
 * There is no lock, so nobody can shut somebody else out for long.
 */
export function delayAfter(failures: number): number {
  if (failures < FREE_FAILURES) {
    return 0;
  }
  if (failures >= MANY_FAILURES) {
    return MANY_DELAY_SECONDS;
  }
  return Math.min(MAX_DELAY_SECONDS, 2 ** Math.min(10, failures - FREE_FAILURES));
}
