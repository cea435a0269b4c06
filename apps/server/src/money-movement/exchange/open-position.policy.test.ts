import { RATE_SCALE } from "@tessera/money";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  limitMinor,
  mostBought,
  mostSold,
  positionDollars,
  type Turnover,
} from "./open-position.policy.ts";

const LIMIT = { dollarsMinor: 25_000_000n, perDollarScaled: 7n * RATE_SCALE };

describe("open position", () => {
  test("open position: no order of exchanges exceeds the limit, even by old figures", () => {
    const step = fc.record({
      sells: fc.boolean(),
      minor: fc.bigInt(1n, 100_000_000n),
      age: fc.nat(10),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
        const past: Turnover[] = [{ soldMinor: 0n, boughtMinor: 0n }];
        for (const { sells, minor, age } of steps) {
          const now = past.at(-1) ?? { soldMinor: 0n, boughtMinor: 0n };
          const read = past[Math.max(0, past.length - 1 - age)] ?? now;
          const { soldMinor, boughtMinor } = now;
          if (sells && soldMinor + minor <= mostSold(read, LIMIT)) {
            past.push({ soldMinor: soldMinor + minor, boughtMinor });
          } else if (!sells && boughtMinor + minor <= mostBought(read, LIMIT)) {
            past.push({ soldMinor, boughtMinor: boughtMinor + minor });
          }
        }
        for (const { soldMinor, boughtMinor } of past) {
          expect(soldMinor - boughtMinor).toBeLessThanOrEqual(limitMinor(LIMIT));
          expect(boughtMinor - soldMinor).toBeLessThanOrEqual(limitMinor(LIMIT));
        }
      }),
      { numRuns: 500 },
    );
  });

  test("open position: the limit is converted from dollars, and the position back", () => {
    expect(limitMinor(LIMIT)).toBe(175_000_000n);
    expect(positionDollars(175_000_000n, LIMIT.perDollarScaled)).toBe(25_000_000n);
    expect(positionDollars(-175_000_001n, LIMIT.perDollarScaled)).toBe(25_000_001n);
    expect(positionDollars(0n, LIMIT.perDollarScaled)).toBe(0n);
  });
});
