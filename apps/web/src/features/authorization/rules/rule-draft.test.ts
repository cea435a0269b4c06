// @vitest-environment jsdom
import type { StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import { ruleProblems } from "@tessera/contract/authorization/rule-problems";
import { describe, expect, test } from "vitest";
import { draftProblems, problemText } from "./draft-problems.ts";
import { draftOf, emptyDraft, type RuleDraft, ruleOf } from "./rule-draft.ts";

const RULE: StrategyRule = {
  when: {
    amount: { is: "between", amount: "5.00", to: "9.50" },
    spending: { over: "1234.00", window: "rolling_30d" },
    categories: { match: "none_of", values: ["travel"] },
    mccs: { match: "any_of", values: ["7995"] },
    merchants: { match: "any_of", values: ["Adobe"] },
    countries: { match: "none_of", values: ["US", "HK"] },
    currencies: { match: "any_of", values: ["USD"] },
    channels: { match: "any_of", values: ["remote"] },
    hours: { from: "22:00", to: "06:00" },
    newMerchant: true,
  },
  action: "review",
  scope: { cards: "some", cardIds: ["card_1"] },
  counts: "together",
  currency: "USD",
  email: true,
};

function draft(changes: Partial<RuleDraft>): RuleDraft {
  return { ...emptyDraft("USD"), name: "A rule", ...changes };
}

function problemsOf(changes: Partial<RuleDraft>): string[] {
  return draftProblems(draft(changes)).map(({ path, code }) => `${path} ${code}`);
}

const { typed } = emptyDraft("USD");

describe("Rule draft", () => {
  test.each<[string, StrategyRule]>([
    ["amounts", RULE],
    [
      "payments",
      {
        when: { payments: { over: 0, window: "lifetime" } },
        action: "freeze",
        scope: { cards: "tier", tier: "premium" },
        counts: "per_card",
        email: false,
      },
    ],
    [
      "wrong CVVs in one currency's cards",
      {
        when: { wrongCvv: { atLeast: 3, window: "rolling_24h" } },
        action: "freeze",
        scope: { cards: "all" },
        counts: "per_card",
        currency: "EUR",
        email: false,
      },
    ],
  ])("converts a rule about %s to a form and back without changing it", (_name, rule) => {
    expect(ruleProblems(rule)).toEqual([]);
    expect(ruleOf(draftOf("A rule", rule, "USD"))).toEqual(rule);
  });

  test("keeps the inputs of a removed condition but leaves the condition out of the rule", () => {
    const amounts = { ...typed, amount: { is: "over", amount: "500", to: "" } } as const;
    const rule = ruleOf(draft({ typed: amounts, kinds: ["newMerchant"] }));
    expect(rule.when).toEqual({ newMerchant: true });
    expect(rule).not.toHaveProperty("currency");
    const again = ruleOf(draft({ typed: amounts, kinds: ["newMerchant", "amount"] }));
    expect(again).toMatchObject({ when: { amount: { amount: "500.00" } }, currency: "USD" });
  });

  test("ignores the option to count cards together if no condition counts payments", () => {
    expect(ruleOf(draft({ counts: "together" })).counts).toBe("per_card");
  });
});

describe("Rule draft validation", () => {
  test("reports every missing field", () => {
    expect(problemsOf({ name: " " })).toEqual(["name required", "when.amount.amount required"]);
    expect(problemsOf({ kinds: [] })).toEqual(["when required"]);
    expect(problemsOf({ kinds: ["countries"], cards: "some" })).toEqual([
      "when.countries.values required",
      "scope.cardIds required",
    ]);
  });

  test.each(["", "-1", "1.5", "10001", "ten"])("rejects %j as a number of payments", (over) => {
    const payments = { over, window: "day" } as const;
    const found = problemsOf({ kinds: ["payments"], typed: { ...typed, payments } });
    expect(found).toEqual(["when.payments.over required"]);
  });

  test("rejects an amount range whose maximum is below its minimum", () => {
    const amount = { is: "between", amount: "9", to: "8.99" } as const;
    const found = draftProblems(draft({ typed: { ...typed, amount } }));
    expect(found).toEqual([{ path: "when.amount.to", code: "contradiction" }]);
    expect(problemText(found[0] ?? { path: "", code: "required" }).message).toBe(
      "This must be more than the first amount.",
    );
  });

  test("rejects a second counting condition", () => {
    const counted = {
      ...typed,
      spending: { over: "10", window: "day" },
      payments: { over: "1", window: "day" },
    } as const;
    expect(problemsOf({ kinds: ["spending", "payments"], typed: counted })).toEqual([
      "when.payments contradiction",
    ]);
  });
});
