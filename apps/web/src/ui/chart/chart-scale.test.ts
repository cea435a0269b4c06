import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { placeBetween, sharesOfHundred, stepsOf } from "./chart-scale.ts";

describe("sharesOfHundred", () => {
  test("returns shares that sum to one hundred, each within one tile of the exact share", () => {
    const values = fc.array(fc.bigInt(0n, 10n ** 15n), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(values, (given) => {
        const shares = sharesOfHundred(given);
        const sum = given.reduce((former, value) => former + value, 0n);
        const expected = sum === 0n ? 0 : 100;
        expect(shares.reduce((former, share) => former + share, 0)).toBe(expected);
        shares.forEach((share, place) => {
          const exact = (given[place] ?? 0n) * 100n;
          expect(BigInt(share) * sum > exact - sum && BigInt(share) * sum < exact + sum).toBe(
            sum !== 0n,
          );
        });
      }),
    );
  });

  test("gives no share to negative values", () => {
    expect(sharesOfHundred([75n, -10n, 25n])).toEqual([75, 0, 25]);
  });
});

test("stepsOf fills at least one tile for spending, all for the maximum, none for refunds", () => {
  expect([1n, 0n, 1_000_000n, -5n].map((value) => stepsOf(value, 1_000_000n, 8))).toEqual([
    1, 0, 8, 0,
  ]);
});

test("placeBetween keeps a line within its chart for sums of any size", () => {
  const sums = fc.array(fc.bigInt(-(10n ** 16n), 10n ** 16n), { minLength: 1, maxLength: 90 });
  fc.assert(
    fc.property(sums, (given) => {
      const sorted = [...given].sort((a, b) => (a < b ? -1 : 1));
      const [lower = 0n, upper = 0n] = [sorted[0], sorted.at(-1)];
      for (const value of given) {
        const place = placeBetween(value, lower, upper);
        expect(place >= 0 && place <= 1).toBe(true);
      }
    }),
  );
});
