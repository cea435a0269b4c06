/** Number of wrong codes allowed before delays begin. */
const FREE = 5;
const FIRST_WAIT_SECONDS = 30;
const MAX_WAIT_SECONDS = 900;

/** Returns the delay in seconds after a number of consecutive wrong codes. */
function delayAfter(failures: number): number {
  return failures < FREE
    ? 0
    : Math.min(MAX_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** Math.min(10, failures - FREE));
}

/**
 * Returns the number of seconds, rounded up, until the next code is evaluated. With this delay,
 * guessing a six-digit code would take ten years, even though three codes are valid at any time.
 */
export function secondsUntilNextCode(
  now: Date,
  { failures, lastAt }: { readonly failures: number; readonly lastAt: Date },
): number {
  const delaySeconds = delayAfter(failures);
  if (delaySeconds === 0) {
    // A concurrent attempt may have been counted a few milliseconds after this one's clock reading.
    return 0;
  }
  const endsMs = lastAt.getTime() + delaySeconds * 1_000;
  return Math.max(0, Math.ceil((endsMs - now.getTime()) / 1_000));
}
