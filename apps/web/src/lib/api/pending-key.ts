import { useState } from "react";
import { v4 as randomId } from "uuid";
import { ApiError } from "./api-error.ts";

/** Keeps one idempotency key for as long as the outcome of an action is not known. */
export interface PendingKey {
  /** The key to send: the same one until the outcome is known. */
  readonly current: () => string;
  /** Tells how a try went. A known outcome, good or bad, retires the key. */
  readonly settle: (error?: unknown) => void;
}

/**
 * Makes a pending key. A retry after a lost answer then repeats the same action and gets its first
 * outcome, instead of paying twice.
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

/** A pending key that lives as long as the confirmation screen that shows it. */
export function usePendingKey(): PendingKey {
  const [key] = useState(() => createPendingKey());
  return key;
}

/** Runs a write under the key, and settles it by how that went. */
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
