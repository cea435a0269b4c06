import { MAX_AMOUNT_MINOR, RATE_SCALE } from "@tessera/money";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { spreadAtAge } from "../rates/spread.policy.ts";
import {
  customerRate,
  exchangedAmounts,
  type FixedSide,
  LEAST_MINOR,
} from "./exchange-terms.policy.ts";

const HOUR_MS = 3_600_000;
/** From a currency worth a thousand euros to one of which a euro buys a million. */
const perEuro = fc.bigInt(RATE_SCALE / 1_000n, RATE_SCALE * 1_000_000n);
const spread = fc.integer({ min: 0, max: 3_000 });
const amount = fc.bigInt(1n, MAX_AMOUNT_MINOR);
const side = fc.constantFrom<FixedSide>("sell", "buy");

function rates(soldPerEuro: bigint, boughtPerEuro: bigint, spreadBasisPoints: number) {
  return {
    there: customerRate({ soldPerEuro, boughtPerEuro, spreadBasisPoints }),
    back: customerRate({
      soldPerEuro: boughtPerEuro,
      boughtPerEuro: soldPerEuro,
      spreadBasisPoints,
    }),
  };
}

describe("exchange terms", () => {
  test("exchange: there and back never gains, whatever the amount, rate and spread", () => {
    fc.assert(
      fc.property(amount, perEuro, perEuro, spread, side, side, (minor, from, to, points, a, b) => {
        const { there, back } = rates(from, to, points);
        const first = exchangedAmounts(a, minor, there);
        const second = first && exchangedAmounts("sell", first.boughtMinor, back);
        if (first !== undefined && second !== undefined) {
          expect(second.boughtMinor).toBeLessThanOrEqual(first.soldMinor);
        }
        const costly = first && exchangedAmounts(b, first.soldMinor, back);
        if (b === "buy" && first !== undefined && costly !== undefined) {
          expect(costly.soldMinor).toBeGreaterThanOrEqual(first.boughtMinor);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test("exchange: both sides round against the customer, by less than one minor unit", () => {
    fc.assert(
      fc.property(amount, perEuro, perEuro, spread, side, (minor, from, to, points, fixed) => {
        const { there } = rates(from, to, points);
        const priced = exchangedAmounts(fixed, minor, there);
        if (priced === undefined) {
          return;
        }
        const { soldMinor, boughtMinor } = priced;
        const exact = soldMinor * there;
        expect(boughtMinor * RATE_SCALE).toBeLessThanOrEqual(exact);
        if (fixed === "sell") {
          expect((boughtMinor + 1n) * RATE_SCALE).toBeGreaterThan(exact);
        } else {
          expect(boughtMinor * RATE_SCALE).toBeGreaterThan((soldMinor - 1n) * there);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test("exchange: quotes of what to sell and of what to buy agree", () => {
    fc.assert(
      fc.property(amount, perEuro, perEuro, spread, (minor, from, to, points) => {
        const { there } = rates(from, to, points);
        const sold = exchangedAmounts("sell", minor, there);
        const same = sold && exchangedAmounts("buy", sold.boughtMinor, there);
        if (sold !== undefined && same !== undefined) {
          expect(same.soldMinor).toBeLessThanOrEqual(sold.soldMinor);
          expect(exchangedAmounts("sell", same.soldMinor, there)?.boughtMinor).toBe(
            sold.boughtMinor,
          );
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test("exchange: nothing leaves for nothing, and nothing arrives for nothing", () => {
    fc.assert(
      fc.property(amount, perEuro, perEuro, spread, side, (minor, from, to, points, fixed) => {
        const priced = exchangedAmounts(fixed, minor, rates(from, to, points).there);
        for (const leg of Object.values(priced ?? {})) {
          expect(leg).toBeGreaterThanOrEqual(LEAST_MINOR);
          expect(leg).toBeLessThanOrEqual(MAX_AMOUNT_MINOR);
        }
      }),
    );
    expect(exchangedAmounts("sell", 0n, RATE_SCALE)).toBeUndefined();
    expect(exchangedAmounts("buy", 0n, RATE_SCALE)).toBeUndefined();
    expect(exchangedAmounts("sell", 100n, 0n)).toBeUndefined();
    expect(exchangedAmounts("buy", 100n, 0n)).toBeUndefined();
    expect(exchangedAmounts("sell", 99n, 10n * RATE_SCALE)).toBeUndefined();
    expect(exchangedAmounts("sell", 100n, RATE_SCALE - 1n)).toBeUndefined();
  });

  test("exchange: the spread is taken from the rate once, and a wider one never helps", () => {
    const sheet = { soldPerEuro: 108_000_000n, boughtPerEuro: RATE_SCALE };
    expect(customerRate({ ...sheet, spreadBasisPoints: 0 })).toBe(92_592_592n);
    expect(customerRate({ ...sheet, spreadBasisPoints: 50 })).toBe(92_129_629n);
    fc.assert(
      fc.property(perEuro, perEuro, spread, spread, (from, to, one, other) => {
        const [narrow, wide] = one < other ? [one, other] : [other, one];
        expect(rates(from, to, wide).there).toBeLessThanOrEqual(rates(from, to, narrow).there);
      }),
    );
  });

  test.each([
    ["published ahead of its time", -2, 50],
    ["just published", 0, 50],
    ["of yesterday, while today's may not be fetched yet", 26, 50],
    ["of Friday, on Saturday evening", 27, 100],
    ["of Friday, on Monday morning", 66, 150],
    ["of Maundy Thursday, on Easter Tuesday morning", 114, 250],
    ["as old as the bound on rates allows", 144, 300],
    ["older than any bound", 2_000, 300],
  ])("exchange: the spread of a rate %s", (_, hours, expected) => {
    expect(spreadAtAge(50, hours * HOUR_MS)).toBe(expected);
  });
});
