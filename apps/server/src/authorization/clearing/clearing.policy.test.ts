import fc from "fast-check";
import { expect, test } from "vitest";
import { splitClearing } from "./clearing.policy.ts";
import { differenceWithin, permittedDifference } from "./overcapture.policy.ts";

test.each([
  ["4121", 100_00n, 20_00n],
  ["5812", 33_33n, 6_66n],
  ["5814", 10_00n, 2_00n],
  ["5815", 10_00n, 0n],
  ["7230", 50_00n, 10_00n],
  ["7298", 50_00n, 10_00n],
  ["7011", 200_00n, 30_00n],
  ["3501", 200_00n, 30_00n],
  ["4411", 200_00n, 30_00n],
  ["7512", 200_00n, 75_00n],
  ["3366", 1_000_00n, 150_00n],
  ["5734", 100_00n, 0n],
])("clearing: merchant category %s permits the stated excess over %i", (mcc, authorized, more) => {
  expect(permittedDifference(mcc, authorized, "USD")).toBe(more);
});

test.each([
  ["less than the ceiling leaves", 40_00n, 30_00n, 6_00n, 6_00n],
  ["more than the ceiling leaves", 40_00n, 38_00n, 7_60n, 2_00n],
  ["at the ceiling", 40_00n, 40_00n, 8_00n, 0n],
  ["above the ceiling", 40_00n, 41_00n, 8_00n, 0n],
])("clearing: a difference that is %s is bounded", (_what, ceiling, authorized, more, within) => {
  expect(differenceWithin(ceiling, authorized, more)).toBe(within);
});

const amount = fc.bigInt(0n, 100_000n);

test("clearing: both parts add up to the requested amount; only a force post creates debt", () => {
  fc.assert(
    fc.property(
      fc.bigInt(1n, 100_000n),
      amount,
      fc.option(amount, { nil: undefined }),
      amount,
      (askedMinor, permittedMinor, heldMinor, availableMinor) => {
        const split = splitClearing({ askedMinor, permittedMinor, heldMinor, availableMinor });
        expect(split.clearingMinor + split.forcedMinor).toBe(askedMinor);
        expect(split.clearingMinor >= 0n && split.forcedMinor >= 0n).toBe(true);
        expect(split.clearingMinor <= permittedMinor).toBe(true);
        if (heldMinor !== undefined) {
          expect(split.clearingMinor <= heldMinor + availableMinor).toBe(true);
        }
        if (split.forcedMinor > 0n) {
          const isOver = askedMinor > permittedMinor;
          expect(split.forcedLabel).toBe(isOver ? "over_tolerance" : "over_balance");
        }
      },
    ),
  );
});

test("clearing: the permitted excess grows with the amount and is never negative", () => {
  const mcc = fc.nat({ max: 9_999 }).map((code) => String(code).padStart(4, "0"));
  fc.assert(
    fc.property(mcc, amount, amount, (code, a, b) => {
      const [less, more] = a < b ? [a, b] : [b, a];
      const of = (minor: bigint) => permittedDifference(code, minor, "EUR");
      expect(of(less) >= 0n && of(less) <= of(more)).toBe(true);
    }),
  );
});
