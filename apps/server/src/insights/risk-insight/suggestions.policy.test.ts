import type { StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import { strategyRule } from "@tessera/contract/authorization/risk.schemas";
import { RISK_FACTORS, type RiskAlert } from "@tessera/contract/authorization/risk-insight.schemas";
import { ruleProblems } from "@tessera/contract/authorization/rule-problems";
import { describe, expect, test } from "vitest";
import { riskSuggestions, type SuggestionFacts } from "./suggestions.policy.ts";

const CARD = "card_01900000-0000-7000-8000-000000000001";

/** Returns every factor with zero points, so that each factor suggests its rule. */
function nothingEarned(lack: Readonly<Record<string, number>> = {}): SuggestionFacts["factors"] {
  return RISK_FACTORS.map((factor) => ({
    factor,
    points: 10 - (lack[factor] ?? 0),
    max: 10,
    count: 1,
    of: 10,
    valueBasisPoints: 1_000,
    allAtBasisPoints: 0,
    noneAtBasisPoints: 500,
  }));
}

const series: RiskAlert = {
  id: "repeated_declines:mov_1",
  kind: "repeated_declines",
  at: "2026-11-20T10:00:00.000Z",
  cardId: CARD,
  count: 3,
  merchantName: "Namecheap",
  movementIds: [],
};

const FACTS: SuggestionFacts = {
  factors: nothingEarned(Object.fromEntries(RISK_FACTORS.map((factor) => [factor, 5]))),
  alerts: [series],
  countries: ["US", "IE"],
  usual: { currency: "USD", middleMinor: 4_210n, largeMinor: 31_999n, smallMinor: 300n },
  cardId: undefined,
  unguardedCardIds: [CARD],
  rules: [],
};

function only(factor: string, changes: Partial<SuggestionFacts> = {}): StrategyRule | undefined {
  return riskSuggestions({ ...FACTS, factors: nothingEarned({ [factor]: 4 }), ...changes })[0]
    ?.rule;
}

describe("rule suggestions", () => {
  test("are limited to four, starting with the factors that lack the most points", () => {
    expect(riskSuggestions(FACTS)).toHaveLength(4);
    const factors = nothingEarned({ small_payments: 2, wrong_details: 9, unguarded_cards: 5 });
    expect(riskSuggestions({ ...FACTS, factors }).map(({ kind }) => kind)).toEqual([
      "freeze_on_wrong_cvv",
      "hold_large_payments",
      "stop_small_series",
    ]);
  });

  test.each(RISK_FACTORS)("can be saved as a draft: %s", (factor) => {
    const rule = only(factor);
    if (factor === "declines" || factor === "settled") {
      expect(rule).toBeUndefined();
      return;
    }
    expect(strategyRule.safeParse(rule).success).toBe(true);
    expect(rule && ruleProblems(rule)).toEqual([]);
  });

  test("are based on the customer's usual payments", () => {
    expect(only("unguarded_cards")).toMatchObject({
      when: { amount: { is: "over", amount: "320.00" } },
      scope: { cards: "some", cardIds: [CARD] },
      currency: "USD",
    });
    expect(only("new_merchants")?.when).toEqual({
      amount: { is: "over", amount: "50.00" },
      newMerchant: true,
    });
    expect(only("new_countries")?.when.countries).toEqual({
      match: "none_of",
      values: ["US", "IE"],
    });
    expect(only("repeated_declines")?.when.merchants?.values).toEqual(["Namecheap"]);
  });

  test("are limited to one card if the insight is about that card", () => {
    const rule = only("wrong_details", { cardId: CARD });
    expect(rule?.scope).toEqual({ cards: "some", cardIds: [CARD] });
  });

  test("omit rules that duplicate an active rule, and rules for which data is missing", () => {
    const rule = only("wrong_details");
    expect(rule && only("wrong_details", { rules: [rule] })).toBeUndefined();
    expect(only("repeated_declines", { alerts: [] })).toBeUndefined();
    expect(only("new_merchants", { usual: undefined })).toBeUndefined();
    expect(only("new_countries", { countries: [] })).toBeUndefined();
  });
});
