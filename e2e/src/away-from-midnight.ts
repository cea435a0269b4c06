import { test } from "@playwright/test";

const DAY_MS = 86_400_000;
/** Maximum time, in milliseconds, from a test's first payment to its last check. */
const ENOUGH_MS = 90_000;

/**
 * Waits for midnight UTC, when the server's days and months begin, if it is less than a minute and
 * a half away. Spending before midnight does not count toward the next day's limits.
 */
export async function awayFromMidnight(): Promise<void> {
  const leftMs = DAY_MS - (Date.now() % DAY_MS);
  if (leftMs < ENOUGH_MS) {
    const info = test.info();
    info.setTimeout(info.timeout + ENOUGH_MS);
    // Adds a second, because the server's clock may differ slightly.
    await new Promise((resolve) => setTimeout(resolve, leftMs + 1_000));
  }
}
