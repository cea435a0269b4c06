import { expect, test } from "vitest";
import { basisPointsOf, percentText } from "./percent-input.ts";

test.each([
  ["3.5", 350],
  ["3,25", 325],
  ["0", 0],
  ["100", 10_000],
  [" 1.05 ", 105],
])("%j is %i hundredths of a percent", (text, basisPoints) => {
  expect(basisPointsOf(text)).toBe(basisPoints);
});

test.each(["", "3.555", "-1", "100.01", "1e2", "3.", "three"])("%j is no percentage", (text) => {
  expect(basisPointsOf(text)).toBeUndefined();
});

test("what is read is written as it was", () => {
  for (const basisPoints of [0, 5, 100, 350, 1_001, 10_000]) {
    expect(basisPointsOf(percentText(basisPoints))).toBe(basisPoints);
  }
});
