import type { TesseraError } from "./tessera-error.ts";

/** How calls are repeated after errors that may pass. */
export interface RetryPolicy {
  /** The most repetitions of a call; 0 for none. */
  readonly maxRetries: number;
  /**
   * The longest wait before a repetition, in milliseconds. If the server asks for a longer one, the
   * call fails at once, and the error says how long.
   */
  readonly maxRetryDelayMs: number;
}

/**
 * Whether a call can be repeated if its outcome is unknown. `safe`: it only reads; `with key`: it
 * is sent with an `Idempotency-Key`, under which it takes effect at most once; `never`: neither.
 */
export type Repeatable = "safe" | "with key" | "never";

/** The wait before the first repetition, without the random part; doubled for each further one. */
const FIRST_DELAY_MS = 400;

/** Statuses of errors that may pass: too slow, too many, a proxy's, unavailable. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);
const PASSING_CODES: ReadonlySet<string> = new Set([
  "network",
  "timeout",
  "unreadable",
  "idempotency_in_progress",
]);

/**
 * Returns the wait in milliseconds before a failed call is repeated, or undefined if it is not.
 * A wait that the server asks for is kept; any other is random between the half and the whole of a
 * doubling delay, so that many clients do not return at the same moment.
 *
 * @param retries how often the call was repeated already
 * @param random a number from 0 until just below 1
 */
export function delayBeforeRetry(
  error: TesseraError,
  { maxRetries, maxRetryDelayMs }: RetryPolicy,
  { retries, repeatable, random }: { retries: number; repeatable: Repeatable; random: number },
): number | undefined {
  const mayPass = PASSING_STATUSES.has(error.status) || PASSING_CODES.has(error.code);
  // A call that is refused for its rate has not begun.
  const isAllowed = repeatable !== "never" || error.status === 429;
  if (!mayPass || !isAllowed || retries >= maxRetries) {
    return undefined;
  }
  const delay = Math.min(FIRST_DELAY_MS * 2 ** retries, maxRetryDelayMs);
  const jittered = delay / 2 + (delay / 2) * random;
  const { retryAfterMs = 0 } = error;
  // The random part is added to what the server asks for: it must not be shortened.
  const wait = retryAfterMs > 0 ? retryAfterMs + jittered / 2 : jittered;
  return retryAfterMs > maxRetryDelayMs ? undefined : wait;
}

/** Waits, unless the signal aborts: then rejects with its reason. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted) {
      stop();
    } else {
      signal?.addEventListener("abort", stop, { once: true });
    }
  });
}
