import type { ProgramRuleTerms } from "@tessera/contract/back-office/program-rules.schemas";
import { describe, expect, test } from "vitest";
import { compileProgramRule } from "./compile-program-rule.ts";
import { strategyOf } from "./decision.fixtures.ts";
import type { PaymentEvent } from "./decision.policy.ts";
import { merchantKey } from "./merchant-key.policy.ts";
import { decided, guardOf, merchant } from "./strategies/strategy-checks.fixtures.ts";

type Terms = Partial<Omit<ProgramRuleTerms, "kind">>;

function ruleOf(terms: Terms, isShadow = false) {
  return compileProgramRule({
    ...{ id: "rule", version: 3, isShadow },
    names: { en: "Rule", "zh-CN": "规则", "zh-TW": "規則" },
    terms: { kind: "payments", counts: "per_card", ...terms },
  });
}

function under(terms: Terms, event: Partial<PaymentEvent> = {}, isShadow = false) {
  return decided({
    strategies: [],
    event,
    program: { rules: [ruleOf(terms, isShadow)], unreadable: [] },
  });
}

const SANCTIONED: Terms = { when: { countries: { match: "any_of", values: ["KP", "IR"] } } };
const QUASI_CASH: Terms = { when: { mccs: { match: "any_of", values: ["6051"] } } };
const inNorthKorea = { merchant: { ...merchant, country: "KP" } };

describe("a program rule", () => {
  test("declines a payment in a blocked country and is named in the trace", () => {
    const decision = under(SANCTIONED, inNorthKorea);
    expect(decision).toMatchObject({ decision: "decline", code: "programme_country_blocked" });
    expect(decision.trace).toContainEqual({
      check: "programme_rule",
      passed: false,
      code: "programme_country_blocked",
      ruleId: "rule",
      ruleNames: { en: "Rule", "zh-CN": "规则", "zh-TW": "規則" },
    });
    expect(decision.programHits).toEqual([{ ruleId: "rule", version: 3, isShadow: false }]);
    expect(decision.hits).toEqual([]);
  });

  test("blocks a category, including for account verifications", () => {
    const atExchange = { merchant: { ...merchant, mcc: "6051" } };
    expect(under(QUASI_CASH, atExchange).code).toBe("programme_category_blocked");
    expect(under(QUASI_CASH, { ...atExchange, amountMinor: 0n }).code).toBe(
      "programme_category_blocked",
    );
  });

  test("is not in the trace of a payment that it does not cover", () => {
    const decision = under(SANCTIONED);
    expect(decision.decision).toBe("approve");
    expect(decision.trace.map(({ check }) => check)).not.toContain("programme_rule");
    expect(decision.programHits).toEqual([]);
  });

  test("declines nothing as a shadow rule but is recorded", () => {
    const decision = under(SANCTIONED, inNorthKorea, true);
    expect(decision.decision).toBe("approve");
    expect(decision.programHits).toEqual([{ ruleId: "rule", version: 3, isShadow: true }]);
    expect(decision.trace.map(({ check }) => check)).not.toContain("programme_rule");
  });

  test("is not overridden by the customer's exception", () => {
    const decision = decided({
      strategies: [],
      event: inNorthKorea,
      grants: [
        {
          ...{ id: "grant", kind: "allow_once", strategies: ["rule"], currency: "USD" },
          ...{ merchantKey: merchantKey(merchant.name), amountMinor: 1_000_00n, extraCount: 0n },
          ...{ cardId: "card", expiresAt: new Date("2030-01-01") },
        },
      ],
      program: { rules: [ruleOf(SANCTIONED)], unreadable: [] },
    });
    expect(decision.code).toBe("programme_country_blocked");
  });

  test("provides the decline code even if a customer's own rule also declines", () => {
    const decision = decided({
      strategies: [strategyOf({ countries: { match: "any_of", values: ["KP"] } })],
      event: inNorthKorea,
      program: { rules: [ruleOf(SANCTIONED)], unreadable: [] },
    });
    expect(decision.code).toBe("programme_country_blocked");
  });

  test("counts all of a customer's cards together, with the ceiling enforced by the ledger", () => {
    const rule = ruleOf({
      when: { spending: { over: "100.00", window: "day" } },
      counts: "together",
      currency: "USD",
    });
    const counter = `${rule.velocity?.filter}:day:2026-11-21`;
    const spent = (amountMinor: bigint) =>
      decided({
        strategies: [],
        counted: { [counter]: [amountMinor, 1n] },
        program: { rules: [rule], unreadable: [] },
      });
    const approved = spent(90_00n);
    expect(approved.decision).toBe("approve");
    expect(guardOf(approved.journals[0]?.guards, counter)).toMatchObject({
      ...{ subject: "customer", amountMinor: 10_00n, count: 1, maxAmountMinor: 100_00n },
    });
    const declined = spent(90_01n);
    expect(declined.code).toBe("programme_limit");
    expect(declined.trace.find(({ check }) => check === "programme_rule")).toMatchObject({
      ...{ limitMinor: 100_00n, usedMinor: 90_01n, attemptedMinor: 10_00n },
    });
  });

  test("declines every payment while it can't be read", () => {
    const names = { en: "Broken", "zh-CN": "损坏", "zh-TW": "損壞" };
    const decision = decided({
      strategies: [],
      program: { rules: [], unreadable: [{ id: "rule", names }] },
    });
    expect(decision).toMatchObject({ decision: "decline", code: "programme_rule" });
  });
});
