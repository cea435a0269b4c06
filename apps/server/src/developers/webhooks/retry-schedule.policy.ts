const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The pauses after each failed attempt, in milliseconds, as Standard Webhooks recommends them. */
const PAUSES_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
/** How much longer than its pause an attempt may wait, so that many do not come at once. */
const JITTER = 0.2;
/** The longest `Retry-After` that is obeyed. */
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS;

/** After how long without a success an endpoint is disabled. */
export const DISABLE_AFTER_MS = 5 * 24 * HOUR_MS;

/**
 * Returns the pause before the next attempt, in milliseconds, or undefined if the failed one was
 * the last.
 *
 * @param attempts how many attempts have failed
 * @param random a number from 0 to 1
 * @param retryAfterMs what the receiver asked for; a shorter pause is never taken
 */
export function pauseAfter(attempts: number, random: number, retryAfterMs = 0): number | undefined {
  const pauseMs = PAUSES_MS[attempts - 1];
  if (pauseMs === undefined) {
    return undefined;
  }
  const asked = Math.min(Math.max(retryAfterMs, 0), MAX_RETRY_AFTER_MS);
  return Math.round(Math.max(pauseMs, asked) * (1 + JITTER * random));
}

/**
 * Reads a `Retry-After` header (RFC 9110 section 10.2.3): seconds or an HTTP date. Returns
 * milliseconds, or undefined if it is neither.
 */
export function readRetryAfter(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) {
    return Number(text) * SECOND_MS;
  }
  const at = /^[A-Z][a-z]{2}, \d{2} /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(at - now.getTime(), 0);
}
