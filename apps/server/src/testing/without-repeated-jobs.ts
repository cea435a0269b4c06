import { vi } from "vitest";

/**
 * Opens an app whose repeated jobs never run. For tests that run a job themselves, or that check
 * something that a job would change. Otherwise, the job could run at any time. Queued jobs, such as
 * emails, run as usual.
 */
export async function withoutRepeatedJobs<T>(open: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  try {
    return await open();
  } finally {
    vi.useRealTimers();
  }
}
