import { describe, expect, it } from "vitest";
import { delayBeforeRetry } from "../src/retries.ts";
import { TesseraError } from "../src/tessera-error.ts";

const POLICY = { maxRetries: 10, maxRetryDelayMs: 5_000 };

function delay(retries: number, random: number, retryAfterMs?: number): number | undefined {
  const error = new TesseraError({ code: "overloaded", message: "", status: 503, retryAfterMs });
  return delayBeforeRetry(error, POLICY, { retries, random, repeatable: "with key" });
}

describe("the wait before a repetition", () => {
  it("client: doubles the wait up to the limit, and takes a random half of it", () => {
    expect([0, 1, 2, 3, 4, 5].map((retries) => delay(retries, 0))).toEqual([
      200, 400, 800, 1_600, 2_500, 2_500,
    ]);
    expect(delay(0, 0.5)).toBe(300);
    expect(delay(10, 0)).toBeUndefined();
  });

  it("client: adds the random part to what the server asks for, never less", () => {
    expect(delay(0, 0, 3_000)).toBeGreaterThan(3_000);
    expect(delay(0, 0.9, 3_000)).toBeGreaterThan(delay(0, 0, 3_000) ?? 0);
    expect(delay(0, 0, 5_001)).toBeUndefined();
  });
});
