import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { creditOf, isAboveQuoted, overpaidRate } from "./deposit.policy.ts";

describe("overpaidRate", () => {
  const rate = fc.bigInt({ min: 1n, max: 10n ** 12n });
  const amount = fc.bigInt({ min: 1_000n, max: 10n ** 12n });

  test("credits the quoted amount and the rest at their own rates, less a unit at most", () => {
    fc.assert(
      fc.property(amount, amount, rate, rate, (quotedMinor, rest, quoted, current) => {
        const receivedMinor = quotedMinor + rest;
        const amounts = { quotedMinor, receivedMinor };
        const blended = overpaidRate({ ...amounts, quotedScaled: quoted, currentScaled: current });
        const credited = creditOf(receivedMinor, blended);
        const exact = quotedMinor * quoted + rest * current;
        expect(credited).toBeLessThanOrEqual(creditOf(1n, exact));
        // The rate is rounded down to a unit of its scale, which counts once for each hundredth.
        expect(creditOf(1n, exact - receivedMinor)).toBeLessThanOrEqual(credited + 1n);
      }),
    );
  });

  test("is the quoted rate if the rate has not changed", () => {
    const amounts = { quotedMinor: 10_000n, receivedMinor: 10_000_001n };
    expect(overpaidRate({ ...amounts, quotedScaled: 7_123n, currentScaled: 7_123n })).toBe(7_123n);
  });
});

describe("isAboveQuoted", () => {
  test.each([
    [10_000n, 10_000n, false],
    [10_000n, 10_100n, false],
    [10_000n, 10_101n, true],
    [10_000n, 9_000n, false],
  ])("of %s paid with %s is %s", (quotedMinor, receivedMinor, isAbove) => {
    expect(isAboveQuoted({ quotedMinor, receivedMinor })).toBe(isAbove);
  });
});
