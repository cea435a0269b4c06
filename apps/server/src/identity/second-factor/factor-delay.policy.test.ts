import { expect, test } from "vitest";
import { secondsUntilNextCode } from "./factor-delay.policy.ts";

const NOW = new Date("2026-03-01T12:00:00.000Z");

function secondsAfter(failures: number, millisecondsAgo: number): number {
  return secondsUntilNextCode(NOW, { failures, lastAt: new Date(NOW.getTime() - millisecondsAgo) });
}

test("delay of second-factor codes: begins with the fifth consecutive wrong code", () => {
  expect(secondsAfter(4, 0)).toBe(0);
  expect(secondsAfter(5, 0)).toBe(30);
  expect(secondsAfter(5, 29_001)).toBe(1);
  expect(secondsAfter(5, 30_000)).toBe(0);
});

test("delay of second-factor codes: doubles up to fifteen minutes", () => {
  expect([6, 7, 8, 9, 10, 1_000].map((failures) => secondsAfter(failures, 0))).toEqual([
    60, 120, 240, 480, 900, 900,
  ]);
});

test("delay of second-factor codes: a concurrent attempt counted later delays none", () => {
  expect(secondsAfter(1, -3)).toBe(0);
});
