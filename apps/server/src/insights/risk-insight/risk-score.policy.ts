import {
  type Insight,
  RISK_FACTORS,
  type RiskBand,
  type RiskChange,
  type RiskFactor,
  type RiskFactorName,
} from "@tessera/contract/authorization/risk-insight.schemas";
import { DECLINE_SHARE_BASIS_POINTS } from "@tessera/contract/insights/forecast-figures";

/**
 * The counts that a period's factors are computed from. All of them count payments, except for the
 * numbers of cards.
 */
export interface RiskCounts {
  readonly asked: number;
  readonly declined: number;
  /** Declines that are the third or later at the same merchant within a day. */
  readonly repeated: number;
  readonly wrongDetails: number;
  readonly newCountries: number;
  readonly newMerchants: number;
  /** Approved payments that are no longer pending, and how many of them were captured. */
  readonly ended: number;
  readonly settled: number;
  /** Small payments that are the third or later within an hour. */
  readonly small: number;
  readonly cards: number;
  readonly unguardedCards: number;
}

interface FactorRule {
  /** The factor's maximum points. The maximums of all factors add up to 100. */
  readonly max: number;
  /** The share, in basis points, that earns all points, and the share that earns none. */
  readonly allAt: number;
  readonly noneAt: number;
  readonly shareOf: (counts: RiskCounts) => Pick<RiskFactor, "count" | "of">;
}

/**
 * Returns a share of approved payments. Except for the decline ratio, every share of payments is
 * relative to the number of approved payments, which a decline does not change. Therefore, a
 * decline can never raise the score.
 */
function perApproved(count: (counts: RiskCounts) => number): FactorRule["shareOf"] {
  return (counts) => ({ count: count(counts), of: counts.asked - counts.declined });
}

/** The factors and their thresholds (decision 0092). */
export const FACTOR_RULES: Readonly<Record<RiskFactorName, FactorRule>> = {
  declines: {
    max: 30,
    // The same thresholds as for a card's monthly decline ratio.
    allAt: DECLINE_SHARE_BASIS_POINTS.watch,
    noneAt: DECLINE_SHARE_BASIS_POINTS.high,
    shareOf: ({ declined, asked }) => ({ count: declined, of: asked }),
  },
  repeated_declines: {
    max: 15,
    allAt: 0,
    noneAt: 1_000,
    shareOf: perApproved(({ repeated }) => repeated),
  },
  wrong_details: {
    max: 15,
    allAt: 0,
    noneAt: 1_500,
    shareOf: perApproved(({ wrongDetails }) => wrongDetails),
  },
  new_countries: {
    max: 10,
    allAt: 0,
    noneAt: 2_000,
    shareOf: perApproved(({ newCountries }) => newCountries),
  },
  new_merchants: {
    max: 10,
    allAt: 1_000,
    noneAt: 6_000,
    shareOf: perApproved(({ newMerchants }) => newMerchants),
  },
  settled: {
    max: 10,
    allAt: 9_500,
    noneAt: 7_000,
    shareOf: ({ settled, ended }) => ({ count: settled, of: ended }),
  },
  small_payments: {
    max: 5,
    allAt: 0,
    noneAt: 1_500,
    shareOf: perApproved(({ small }) => small),
  },
  unguarded_cards: {
    max: 5,
    allAt: 0,
    noneAt: 10_000,
    shareOf: ({ unguardedCards, cards }) => ({ count: unguardedCards, of: cards }),
  },
};

/** The lowest score in each band. */
const BANDS: readonly (readonly [from: number, band: RiskBand])[] = [
  [80, "low"],
  [60, "moderate"],
  [0, "high"],
];

const WHOLE = 10_000;

/**
 * Returns a share in basis points. If the total is zero, the share is `best` for a count of zero,
 * and 10,000 otherwise.
 */
function shareIn({ count, of }: Pick<RiskFactor, "count" | "of">, best: number): number {
  if (of === 0) {
    return count === 0 ? best : WHOLE;
  }
  return Math.min(WHOLE, Math.round((count * WHOLE) / of));
}

/** Returns each factor with its points, in display order. */
export function riskFactors(counts: RiskCounts): RiskFactor[] {
  return RISK_FACTORS.map((factor) => {
    const { max, allAt, noneAt, shareOf } = FACTOR_RULES[factor];
    const part = shareOf(counts);
    const share = shareIn(part, allAt);
    const reached = Math.min(1, Math.max(0, (noneAt - share) / (noneAt - allAt)));
    return {
      factor,
      points: Math.round(max * reached),
      max,
      ...part,
      valueBasisPoints: share,
      allAtBasisPoints: allAt,
      noneAtBasisPoints: noneAt,
    };
  });
}

/** Returns the sum of all factors' points. */
export function scoreOf(factors: readonly RiskFactor[]): number {
  return factors.reduce((sum, { points }) => sum + points, 0);
}

export function bandOf(score: number): RiskBand {
  return BANDS.find(([from]) => score >= from)?.[1] ?? "high";
}

function changeOf(
  factors: readonly RiskFactor[],
  former: readonly RiskFactor[],
  since: Date,
): RiskChange {
  const points = scoreOf(factors) - scoreOf(former);
  const changes = factors.map(({ factor, points: now }, place) => ({
    factor,
    change: (now - (former[place]?.points ?? now)) * Math.sign(points),
  }));
  const [largest] = changes.toSorted((a, b) => b.change - a.change);
  return {
    points,
    since: since.toISOString(),
    ...(points !== 0 && largest !== undefined && { factor: largest.factor }),
  };
}

/**
 * Scores a period with all its factors, and compares it with the previous period.
 *
 * @param minimum the minimum number of payments that a period needs for a score
 */
export function judgeRisk(asked: {
  readonly counts: RiskCounts;
  readonly former: RiskCounts;
  readonly since: Date;
  readonly minimum: number;
}): Pick<Insight, "enough" | "score" | "band" | "change" | "factors"> {
  const { counts, former, since, minimum } = asked;
  if (counts.asked < minimum) {
    return { enough: false, factors: [] };
  }
  const factors = riskFactors(counts);
  const score = scoreOf(factors);
  return {
    enough: true,
    score,
    band: bandOf(score),
    ...(former.asked >= minimum && { change: changeOf(factors, riskFactors(former), since) }),
    factors,
  };
}
