import { useState } from "react";
import { v4 as randomId } from "uuid";
import { ApiError } from "./api-error.ts";

/** Keeps one idempotency key while the outcome of an action is unknown. */
export interface PendingKey {
  /** Returns the key to send, which stays the same until the outcome is known. */
  readonly current: () => string;
  /**
   * Records the outcome of an attempt. A known outcome, whether success or failure, retires the
   * key.
   */
  readonly settle: (error?: unknown) => void;
}

/**
 * Creates a pending key. A retry after a lost response then repeats the same action and gets the
 * original outcome instead of, for example, paying twice.
 */
export function createPendingKey(newKey: () => string = randomId): PendingKey {
  let key: string | undefined;
  return {
    current: () => {
      key ??= newKey();
      return key;
    },
    settle: (error) => {
      const unknown = error instanceof ApiError && error.outcomeUnknown;
      const unexplained = error !== undefined && !(error instanceof ApiError);
      if (!unknown && !unexplained) {
        key = undefined;
      }
    },
  };
}

/** Returns a pending key that lasts as long as the calling component. */
export function usePendingKey(): PendingKey {
  const [key] = useState(() => createPendingKey());
  return key;
}

/** Runs a write under the key and records its outcome. */
export async function underKey<T>(
  key: PendingKey,
  write: (idempotencyKey: string) => Promise<T>,
): Promise<T> {
  try {
    const answer = await write(key.current());
    key.settle();
    return answer;
  } catch (error) {
    key.settle(error);
    throw error;
  }
}
