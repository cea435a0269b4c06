import { onlineManager, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";

const MAX_RETRIES = 2;

/** Returns whether to retry a failed read: twice at most, after no response or a server error. */
function mayRetry(failures: number, error: unknown): boolean {
  if (failures >= MAX_RETRIES) {
    return false;
  }
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}

/**
 * The only home of server state. Writes are never retried automatically, nor queued while offline
 * to be sent long after the reader has changed their mind.
 */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 15_000, gcTime: 300_000, retry: mayRetry },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

// The manager assumes a network until it is lost; started offline, it would never refetch.
onlineManager.setOnline(navigator.onLine);

export const queryClient = createQueryClient();
