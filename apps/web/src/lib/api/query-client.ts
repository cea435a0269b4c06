import { onlineManager, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";

const MAX_RETRIES = 2;

/** Returns whether to repeat a failed read: twice, without an answer or after a server's fault. */
function mayRetry(failures: number, error: unknown): boolean {
  if (failures >= MAX_RETRIES) {
    return false;
  }
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}

/**
 * Server state lives here and nowhere else. Writes are never retried behind the reader's back, nor
 * kept without a network to be sent once there is one, long after the reader thought better of it.
 */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 15_000, gcTime: 300_000, retry: mayRetry },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

// It believes in a network until one goes; without one at the start nothing would be asked again.
onlineManager.setOnline(navigator.onLine);

export const queryClient = createQueryClient();
