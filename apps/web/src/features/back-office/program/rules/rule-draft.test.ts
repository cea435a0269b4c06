// @vitest-environment jsdom
import type { ProgramRuleTerms } from "@tessera/contract/back-office/program-rules.schemas";
import { describe, expect, test } from "vitest";
import {
  draftOfRule,
  EMPTY_RULE,
  listed,
  type RuleDraft,
  ruleDraftProblems,
  termsOfDraft,
} from "./rule-draft.ts";

const names = { en: "Rule", "zh-CN": "规则", "zh-TW": "規則" };
const named = { ...EMPTY_RULE, names, reason: "A test" };

const draftOf = (terms: ProgramRuleTerms) => draftOfRule({ names, terms, mode: "active" });

describe("Program rule form", () => {
  test.each<[string, ProgramRuleTerms]>([
    [
      "countries",
      {
        ...{ kind: "payments", addresses: true, counts: "per_card" },
        when: { countries: { match: "any_of", values: ["CU", "IR"] } },
      },
    ],
    [
      "spending of all cards together",
      {
        ...{ kind: "payments", addresses: false, counts: "together", currency: "EUR" },
        when: { spending: { over: "100.00", window: "day" } },
      },
    ],
    ["new cards", { kind: "new_cards", newCardsPerDay: 12 }],
    [
      "a condition that it has no field for",
      {
        ...{ kind: "payments", addresses: false, counts: "per_card", tier: "premium" },
        when: { channels: { match: "any_of", values: ["present"] } },
      },
    ],
  ])("sends %s unchanged", (_what, terms) => {
    expect(termsOfDraft(draftOf(terms))).toEqual(terms);
  });

  test("parses lists that contain commas, spaces, and lowercase letters", () => {
    expect(listed("cu, ir  KP，cu")).toEqual(["CU", "IR", "KP"]);
  });

  test.each<[string, Partial<RuleDraft>, string, string]>([
    ["no condition", {}, "countries", "no_condition"],
    ["a country that is no code", { countries: "Cuba" }, "countries", "countries"],
    ["a category that is no code", { mccs: "60100" }, "mccs", "mccs"],
    ["a limit without a number", { measure: "payments" }, "over", "count"],
    ["a limit without an amount", { measure: "spending", over: "1.234" }, "over", "amount"],
    [
      "addresses and a category",
      { countries: "CU", mccs: "6011", addresses: true },
      "addresses",
      "addresses",
    ],
    ["no ceiling on cards", { kind: "new_cards" }, "newCardsPerDay", "count"],
    ["no reason", { countries: "CU", reason: " " }, "reason", "required"],
  ])("rejects %s", (_what, over, field, problem) => {
    expect(ruleDraftProblems({ ...named, ...over }).get(field)).toBe(problem);
  });
});
