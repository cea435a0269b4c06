import { ruleProblems } from "@tessera/contract/authorization/rule-problems";
import { expect, test } from "vitest";
import { draftProblems } from "./draft-problems.ts";
import { draftOf, ruleOf } from "./rule-draft.ts";
import { RULE_TEMPLATES, templateRule } from "./rule-templates.ts";

test.each(RULE_TEMPLATES.map((template) => [template.key, template] as const))(
  "The rule template %s is valid, and the editor does not change it",
  (_key, template) => {
    const rule = templateRule(template, "EUR");
    expect(ruleProblems(rule)).toEqual([]);
    const draft = draftOf("A name", rule, "USD");
    expect(draftProblems(draft)).toEqual([]);
    expect(ruleOf(draft)).toEqual(rule);
  },
);
