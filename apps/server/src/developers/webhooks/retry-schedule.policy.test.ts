import { expect, it } from "vitest";
import { pauseAfter, readRetryAfter } from "./retry-schedule.policy.ts";

const HOUR_MS = 3_600_000;

it("webhook retries: pauses grow from 5 seconds to 24 hours, and then end", () => {
  const pauses = Array.from({ length: 10 }, (_, n) => pauseAfter(n + 1, 0));
  expect(pauses).toEqual([
    ...[5_000, 300_000, 1_800_000],
    ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
    undefined,
  ]);
});

it("webhook retries: jitter makes a pause up to a fifth longer, and never shorter", () => {
  expect([pauseAfter(1, 0), pauseAfter(1, 0.5), pauseAfter(1, 1)]).toEqual([5_000, 5_500, 6_000]);
});

it("webhook retries: Retry-After makes a pause longer, up to 24 hours, and never shorter", () => {
  expect(pauseAfter(1, 0, 60_000)).toBe(60_000);
  expect(pauseAfter(3, 0, 1_000)).toBe(1_800_000);
  expect(pauseAfter(1, 0, 1_000 * HOUR_MS)).toBe(24 * HOUR_MS);
  expect(pauseAfter(10, 0, 60_000)).toBeUndefined();
});

it.each([
  ["120", 120_000],
  ["0", 0],
  ["Sat, 28 Nov 2026 12:01:00 GMT", 60_000],
  ["Sat, 28 Nov 2026 11:00:00 GMT", 0],
  ["soon", undefined],
  ["-5", undefined],
  ["99999999999999", undefined],
  [undefined, undefined],
])("webhook retries: Retry-After %j is %s ms", (header, expected) => {
  expect(readRetryAfter(header, new Date("2026-11-28T12:00:00Z"))).toBe(expected);
});
