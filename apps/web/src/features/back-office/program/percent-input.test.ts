import { expect, test } from "vitest";
import { basisPointsOf, percentText } from "./percent-input.ts";

test.each([
  ["3.5", 350],
  ["3,25", 325],
  ["0", 0],
  ["100", 10_000],
  [" 1.05 ", 105],
])("basisPointsOf parses %j as %i basis points", (text, basisPoints) => {
  expect(basisPointsOf(text)).toBe(basisPoints);
});

test.each(["", "3.555", "-1", "100.01", "1e2", "3.", "three"])(
  "basisPointsOf rejects %j",
  (text) => {
    expect(basisPointsOf(text)).toBeUndefined();
  },
);

test("Formatting basis points as a percentage and parsing it back returns the same value", () => {
  for (const basisPoints of [0, 5, 100, 350, 1_001, 10_000]) {
    expect(basisPointsOf(percentText(basisPoints))).toBe(basisPoints);
  }
});
