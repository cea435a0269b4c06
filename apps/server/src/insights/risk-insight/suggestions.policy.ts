import { MAX_LIST, type StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import type {
  RiskAlert,
  RiskFactor,
  RiskFactorName,
  RiskSuggestion,
  RiskSuggestionKind,
} from "@tessera/contract/authorization/risk-insight.schemas";
import { ruleProblems } from "@tessera/contract/authorization/rule-problems";
import { type CurrencyCode, formatAmount } from "@tessera/money";

/** The data about a customer's payments from which rules are derived. Ids are wire ids. */
export interface SuggestionFacts {
  readonly factors: readonly RiskFactor[];
  readonly alerts: readonly RiskAlert[];
  /** Countries with earlier payments, the most frequent first. */
  readonly countries: readonly string[];
  /** Figures for the currency with the most approved payments. */
  readonly usual:
    | {
        readonly currency: CurrencyCode;
        /** The 50th and 95th percentiles of payment amounts, in minor units. */
        readonly middleMinor: bigint;
        readonly largeMinor: bigint;
        readonly smallMinor: bigint;
      }
    | undefined;
  /** The card of the insight; undefined for all cards. */
  readonly cardId: string | undefined;
  /** The cards in the usual currency that have no rule. */
  readonly unguardedCardIds: readonly string[];
  /** Active rules. */
  readonly rules: readonly StrategyRule[];
}

const MAX_SUGGESTIONS = 4;
const MERCHANT_NAME_MAX = 80;
/**
 * The multiple, in minor units, to which the amounts in rules are rounded, so that they look like
 * amounts that a person would choose.
 */
const STEP_MINOR = 1_000n;

function roundedUp(minor: bigint): bigint {
  const steps = (minor + STEP_MINOR - 1n) / STEP_MINOR;
  return (steps === 0n ? 1n : steps) * STEP_MINOR;
}

type Draft = Pick<StrategyRule, "when" | "action"> & Partial<StrategyRule>;

function ruleOf({ cardId }: SuggestionFacts, draft: Draft): StrategyRule {
  return {
    scope: cardId === undefined ? { cards: "all" } : { cards: "some", cardIds: [cardId] },
    counts: "per_card",
    email: true,
    ...draft,
  };
}

interface Suggesting {
  readonly kind: RiskSuggestionKind;
  readonly make: (facts: SuggestionFacts) => StrategyRule | undefined;
  /** Returns whether an active rule already has the same effect. */
  readonly isDone: (rule: StrategyRule) => boolean;
}

function holdMerchant(facts: SuggestionFacts): StrategyRule | undefined {
  const name = facts.alerts
    .find(({ kind }) => kind === "repeated_declines")
    ?.merchantName?.trim()
    .slice(0, MERCHANT_NAME_MAX);
  return name === undefined || name === ""
    ? undefined
    : ruleOf(facts, {
        when: { merchants: { match: "any_of", values: [name] } },
        action: "review",
      });
}

function holdNewCountries(facts: SuggestionFacts): StrategyRule | undefined {
  const values = facts.countries.filter((code) => /^[A-Z]{2}$/.test(code)).slice(0, MAX_LIST);
  return values.length === 0
    ? undefined
    : ruleOf(facts, { when: { countries: { match: "none_of", values } }, action: "review" });
}

function holdNewMerchants(facts: SuggestionFacts): StrategyRule | undefined {
  const { usual } = facts;
  return (
    usual &&
    ruleOf(facts, {
      when: {
        amount: { is: "over", amount: formatAmount(roundedUp(usual.middleMinor), usual.currency) },
        newMerchant: true,
      },
      action: "review",
      currency: usual.currency,
    })
  );
}

function stopSmallSeries(facts: SuggestionFacts): StrategyRule | undefined {
  const { usual } = facts;
  return (
    usual &&
    ruleOf(facts, {
      when: {
        amount: { is: "under", amount: formatAmount(usual.smallMinor, usual.currency) },
        payments: { over: 2, window: "rolling_1h" },
      },
      action: "decline",
      currency: usual.currency,
    })
  );
}

function holdLargePayments(facts: SuggestionFacts): StrategyRule | undefined {
  const { usual } = facts;
  const cardIds = facts.unguardedCardIds.slice(0, MAX_LIST);
  return usual === undefined || cardIds.length === 0
    ? undefined
    : ruleOf(facts, {
        when: {
          amount: { is: "over", amount: formatAmount(roundedUp(usual.largeMinor), usual.currency) },
        },
        action: "review",
        currency: usual.currency,
        scope: { cards: "some", cardIds },
      });
}

const BY_FACTOR: Readonly<Partial<Record<RiskFactorName, Suggesting>>> = {
  wrong_details: {
    kind: "freeze_on_wrong_cvv",
    make: (facts) =>
      ruleOf(facts, {
        when: { wrongCvv: { atLeast: 3, window: "rolling_24h" } },
        action: "freeze",
      }),
    isDone: ({ when }) => when.wrongCvv !== undefined,
  },
  repeated_declines: {
    kind: "hold_merchant",
    make: holdMerchant,
    isDone: ({ when, action }) => when.merchants?.match === "any_of" && action !== "notify",
  },
  new_countries: {
    kind: "hold_new_countries",
    make: holdNewCountries,
    isDone: ({ when, action }) => when.countries?.match === "none_of" && action !== "notify",
  },
  new_merchants: {
    kind: "hold_new_merchants",
    make: holdNewMerchants,
    isDone: ({ when, action }) => when.newMerchant === true && action !== "notify",
  },
  small_payments: {
    kind: "stop_small_series",
    make: stopSmallSeries,
    isDone: ({ when, action }) => when.payments !== undefined && action !== "notify",
  },
  unguarded_cards: { kind: "hold_large_payments", make: holdLargePayments, isDone: () => false },
};

/**
 * Suggests up to four rules that would raise the score, starting with the factors that lack the
 * most points. Each rule is complete, and none of them duplicates an active rule.
 */
export function riskSuggestions(facts: SuggestionFacts): RiskSuggestion[] {
  return facts.factors
    .filter(({ points, max }) => points < max)
    .toSorted((a, b) => b.max - b.points - (a.max - a.points))
    .flatMap(({ factor }): RiskSuggestion[] => {
      const suggesting = BY_FACTOR[factor];
      if (suggesting === undefined || facts.rules.some(suggesting.isDone)) {
        return [];
      }
      const rule = suggesting.make(facts);
      return rule === undefined || ruleProblems(rule).length > 0
        ? []
        : [{ kind: suggesting.kind, factor, rule }];
    })
    .slice(0, MAX_SUGGESTIONS);
}
