import { ApiError } from "./api-error.ts";
import { type PendingKey, underKey } from "./pending-key.ts";

/** Delays before the retries of a write whose response was lost. */
const DELAYS_MS = [1_000, 2_000, 4_000, 8_000] as const;

interface Patience {
  /**
   * Called when a response was lost and the same write is about to be retried. `tryNow` ends the
   * delay early.
   */
  readonly onWaiting?: (tryNow: () => void) => void;
  readonly delaysMs?: readonly number[];
  /** Whether to fail immediately while the browser is offline instead of waiting for a network. */
  readonly stopOffline?: boolean;
}

/** Returns true if it is unknown whether the write took effect. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.outcomeUnknown;
}

/**
 * Runs a write and, after a lost response, retries it under the same key, so that it takes effect
 * at most once. Throws the last error if all retries fail.
 */
export async function tryUntilKnown<T>(
  key: PendingKey,
  write: (idempotencyKey: string) => Promise<T>,
  { onWaiting, delaysMs = DELAYS_MS, stopOffline = false }: Patience = {},
): Promise<T> {
  for (const delayMs of delaysMs) {
    try {
      return await underKey(key, write);
    } catch (error) {
      if (!isOutcomeUnknown(error) || (stopOffline && !navigator.onLine)) {
        throw error;
      }
    }
    await new Promise<void>((resolve) => {
      setTimeout(resolve, delayMs);
      onWaiting?.(resolve);
    });
  }
  return await underKey(key, write);
}
