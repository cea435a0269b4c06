import { onlineManager, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";

const MAX_RETRIES = 2;

/**
 * Returns whether to retry a failed read: at most twice, and only if no response arrived or the
 * server itself failed (status 500 or above).
 */
function mayRetry(failures: number, error: unknown): boolean {
  if (failures >= MAX_RETRIES) {
    return false;
  }
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}

/**
 * Creates the only cache for server state. Writes are never retried automatically, and never queued
 * while offline, because they could be sent long after the user has changed their mind.
 */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 15_000, gcTime: 300_000, retry: mayRetry },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

// The manager assumes that the browser is online until an event says otherwise. Without this call,
// a page opened offline would never refetch.
onlineManager.setOnline(navigator.onLine);

export const queryClient = createQueryClient();
