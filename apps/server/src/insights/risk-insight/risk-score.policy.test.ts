import { RISK_FACTORS } from "@tessera/contract/authorization/risk-insight.schemas";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  bandOf,
  FACTOR_RULES,
  judgeRisk,
  type RiskCounts,
  riskFactors,
  scoreOf,
} from "./risk-score.policy.ts";

const since = new Date("2026-10-22T00:00:00Z");
const minimum = 20;

const SPOTLESS: RiskCounts = {
  asked: 200,
  declined: 0,
  repeated: 0,
  wrongDetails: 0,
  newCountries: 0,
  newMerchants: 0,
  ended: 190,
  settled: 190,
  small: 0,
  cards: 2,
  unguardedCards: 0,
};

/** Arbitrary but consistent counts, none of which exceeds its total. */
const anyCounts: fc.Arbitrary<RiskCounts> = fc
  .record({
    approved: fc.nat(400),
    declined: fc.nat(120),
    cards: fc.nat(12),
    shares: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 8, maxLength: 8 }),
  })
  .map(({ approved, declined, cards, shares }) => {
    const part = (place: number, whole: number): number =>
      Math.floor((whole * (shares[place] ?? 0)) / 100);
    const ended = part(0, approved);
    return {
      asked: approved + declined,
      declined,
      repeated: part(1, declined),
      wrongDetails: part(2, declined),
      newCountries: part(3, approved),
      newMerchants: part(4, approved),
      ended,
      settled: part(5, ended),
      small: part(6, approved + declined),
      cards,
      unguardedCards: part(7, cards),
    };
  });

/** The counts, other than the number of declines, that another decline can increase. */
const anyDecline = fc.record({
  repeated: fc.integer({ min: 0, max: 1 }),
  wrongDetails: fc.integer({ min: 0, max: 1 }),
  small: fc.integer({ min: 0, max: 1 }),
});

function judged(counts: RiskCounts, former: RiskCounts = { ...counts, asked: 0, declined: 0 }) {
  return judgeRisk({ counts, former, since, minimum });
}

describe("the risk score", () => {
  test("is exactly the sum of its factors, none of which exceeds its maximum", () => {
    fc.assert(
      fc.property(anyCounts, (counts) => {
        const { enough, score, factors } = judged(counts);
        if (!enough) {
          return score === undefined && factors.length === 0;
        }
        expect(factors.map(({ factor }) => factor)).toEqual([...RISK_FACTORS]);
        for (const { points, max } of factors) {
          expect(points).toBeGreaterThanOrEqual(0);
          expect(points).toBeLessThanOrEqual(max);
          expect(Number.isInteger(points)).toBe(true);
        }
        expect(score).toBe(factors.reduce((sum, { points }) => sum + points, 0));
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        return true;
      }),
    );
  });

  test("is never raised by another decline, regardless of its reason", () => {
    fc.assert(
      fc.property(anyCounts, anyDecline, (counts, more) => {
        const after: RiskCounts = {
          ...counts,
          asked: counts.asked + 1,
          declined: counts.declined + 1,
          repeated: counts.repeated + more.repeated,
          wrongDetails: counts.wrongDetails + more.wrongDetails,
          small: counts.small + more.small,
        };
        expect(scoreOf(riskFactors(after))).toBeLessThanOrEqual(scoreOf(riskFactors(counts)));
      }),
      { numRuns: 1_000 },
    );
  });

  test("is at most 100 points, the score of a flawless period", () => {
    const points = Object.values(FACTOR_RULES).reduce((sum, { max }) => sum + max, 0);
    expect(points).toBe(100);
    expect(judged(SPOTLESS)).toMatchObject({ enough: true, score: 100, band: "low" });
  });

  test("is absent below the minimum number of payments, and present at or above it", () => {
    expect(judged({ ...SPOTLESS, asked: 19 })).toEqual({ enough: false, factors: [] });
    expect(judged({ ...SPOTLESS, asked: 20 }).enough).toBe(true);
  });

  test("gives a factor all points up to the first threshold, and none from the second on", () => {
    const at = (declined: number) => riskFactors({ ...SPOTLESS, asked: 1_000, declined })[0];
    expect(at(100)).toMatchObject({ points: 30, valueBasisPoints: 1_000 });
    expect(at(175)).toMatchObject({ points: 15, valueBasisPoints: 1_750 });
    expect(at(250)).toMatchObject({ points: 0, valueBasisPoints: 2_500 });
    const taken = (settled: number) =>
      riskFactors({ ...SPOTLESS, ended: 100, settled }).find(({ factor }) => factor === "settled");
    expect(taken(95)?.points).toBe(10);
    expect(taken(70)?.points).toBe(0);
  });

  test("loses all points of the three decline factors if every payment is declined", () => {
    const counts = { ...SPOTLESS, asked: 30, declined: 30, wrongDetails: 30, repeated: 28 };
    const { score, band } = judged({ ...counts, ended: 0, settled: 0 });
    expect([score, band]).toEqual([40, "high"]);
  });

  test("forgives a single mistake, even if there are few payments", () => {
    const few = { ...SPOTLESS, asked: minimum, ended: 18, settled: 18, unguardedCards: 2 };
    const mistakes: Partial<RiskCounts>[] = [
      { declined: 1, wrongDetails: 1 },
      { newCountries: 1, newMerchants: 1 },
      { small: 1 },
      { settled: 17 },
    ];
    for (const mistake of mistakes) {
      expect(judged({ ...few, ...mistake }).band).toBe("low");
    }
  });

  test("has band boundaries at 80 and 60", () => {
    expect([100, 80, 79, 60, 59, 0].map(bandOf)).toEqual([
      "low",
      "low",
      "moderate",
      "moderate",
      "high",
      "high",
    ]);
  });
});

describe("the change in the risk score", () => {
  test("is the difference between the two scores, and names the factor that changed most", () => {
    const former = { ...SPOTLESS, declined: 40, wrongDetails: 1 };
    const { change } = judged(SPOTLESS, former);
    const points = 100 - scoreOf(riskFactors(former));
    expect(change).toEqual({ points, since: since.toISOString(), factor: "declines" });
    expect(judged(former, SPOTLESS).change).toMatchObject({ points: -points, factor: "declines" });
  });

  test("is absent if the previous period had too few payments", () => {
    expect(judged(SPOTLESS, { ...SPOTLESS, asked: 19 }).change).toBeUndefined();
  });

  test("names no factor if the score has not changed", () => {
    expect(judged(SPOTLESS, SPOTLESS).change).toEqual({ points: 0, since: since.toISOString() });
  });
});
