import { ApiError } from "./api-error.ts";
import { type PendingKey, underKey } from "./pending-key.ts";

/** How long to wait before each further try of a write whose answer was lost. */
const DELAYS_MS = [1_000, 2_000, 4_000, 8_000] as const;

interface Patience {
  /**
   * Called when an answer was lost and the same write is about to be tried again. `tryNow` ends the
   * wait before that.
   */
  readonly onWaiting?: (tryNow: () => void) => void;
  readonly delaysMs?: readonly number[];
  /** Whether to give up at once while the browser is offline, instead of waiting for a network. */
  readonly stopOffline?: boolean;
}

/** Whether it is not known if the write took place. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.outcomeUnknown;
}

/**
 * Runs a write, and where its answer is lost tries it again under the same key, so that it takes
 * place once at most. Throws the last error when even patience does not help.
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
