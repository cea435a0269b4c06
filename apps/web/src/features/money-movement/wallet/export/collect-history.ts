import type { Movement } from "@tessera/contract/insights/bills.schemas";
import { ApiError } from "../../../../lib/api/api-error.ts";

interface Page {
  readonly data: readonly Movement[];
  readonly nextCursor: string | null;
}

export interface CollectOptions {
  readonly load: (cursor: string | undefined, signal: AbortSignal) => Promise<Page>;
  /** Called after each page with the number of movements loaded so far. */
  readonly onProgress: (count: number) => void;
  readonly signal: AbortSignal;
  /** Waits the given number of seconds; rejects if the signal aborts. */
  readonly wait?: (seconds: number, signal: AbortSignal) => Promise<void>;
}

const WAITS_MAX = 20;
const DEFAULT_WAIT_SECONDS = 5;

function waitFor(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1_000);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/**
 * Loads the complete history, page by page. If the server rate-limits a request, it waits for as
 * long as the server asks and continues from the same page.
 *
 * @throws the error of a rejected request, or the signal's reason
 */
export async function collectHistory(options: CollectOptions): Promise<Movement[]> {
  const { load, onProgress, signal, wait = waitFor } = options;
  const movements: Movement[] = [];
  let cursor: string | undefined;
  let waits = 0;
  for (;;) {
    signal.throwIfAborted();
    try {
      const page = await load(cursor, signal);
      movements.push(...page.data);
      onProgress(movements.length);
      if (page.nextCursor === null) {
        return movements;
      }
      cursor = page.nextCursor;
      waits = 0;
    } catch (error) {
      waits += 1;
      if (!(error instanceof ApiError) || error.status !== 429 || waits > WAITS_MAX) {
        throw error;
      }
      await wait(error.retryAfterSeconds ?? DEFAULT_WAIT_SECONDS, signal);
    }
  }
}
