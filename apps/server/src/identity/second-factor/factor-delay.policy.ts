/** Wrong codes without any wait. */
const FREE = 5;
const FIRST_WAIT_SECONDS = 30;
const MAX_WAIT_SECONDS = 900;

/** Seconds that must pass after so many wrong codes in a row. */
function delayAfter(failures: number): number {
  return failures < FREE
    ? 0
    : Math.min(MAX_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** Math.min(10, failures - FREE));
}

/**
 * Whole seconds until the next code is looked at. Six digits with three good codes at a time are
 * guessed once in ten years at the pace that this leaves.
 */
export function secondsUntilNextCode(
  now: Date,
  { failures, lastAt }: { readonly failures: number; readonly lastAt: Date },
): number {
  const endsMs = lastAt.getTime() + delayAfter(failures) * 1_000;
  return Math.max(0, Math.ceil((endsMs - now.getTime()) / 1_000));
}
