import { expect, test } from "vitest";
import { median, percentile, range, seededRandom } from "./statistics.ts";

test("statistics: a single noisy round does not change the median", () => {
  expect(median([10, 11, 2])).toBe(10);
  expect(median([10, 20])).toBe(15);
  expect(() => median([])).toThrow(RangeError);
});

test("statistics: a percentile is always one of the measured values", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
  expect([percentile(hundred, 0.5), percentile(hundred, 0.99)]).toEqual([50, 99]);
  expect([percentile([7], 0.99), percentile([], 0.5)]).toEqual([7, 0]);
});

test("statistics: the range contains the lowest and the highest value", () => {
  expect(range([3, 1, 2])).toEqual({ low: 1, high: 3 });
});

test("statistics: the same seed generates the same load", () => {
  const first = seededRandom(7);
  const second = seededRandom(7);
  const drawn = Array.from({ length: 100 }, first);
  expect(drawn).toEqual(Array.from({ length: 100 }, second));
  expect(drawn.every((value) => value >= 0 && value < 1)).toBe(true);
  expect(new Set(drawn).size).toBeGreaterThan(95);
});
