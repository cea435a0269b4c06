import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { type RuleProblem, ruleProblems } from "@tessera/contract/authorization/rule-problems";
import { isClockTime, type RuleDraft, ruleOf } from "./rule-draft.ts";
import type { ConditionKind } from "./sentence/condition-clauses.ts";

const LISTS = ["categories", "mccs", "merchants", "countries", "currencies", "channels"] as const;
const MOST_PAYMENTS = 10_000;
const MOST_WRONG_CVVS = 20;

/**
 * Returns the inputs that cannot be sent to the server because they are missing or cannot be
 * parsed.
 */
function typedProblems({ kinds, typed, cards, cardIds, ...draft }: RuleDraft): RuleProblem[] {
  const problems: RuleProblem[] = [];
  const need = (kind: ConditionKind, path: string, isRight: boolean, code = "required" as const) =>
    kinds.includes(kind) && !isRight && problems.push({ path: `when.${kind}${path}`, code });
  const isAmount = (text: string) => /[1-9]/.test(text);
  if (draft.name.trim() === "") {
    problems.push({ path: "name", code: "required" });
  }
  need("amount", ".amount", isAmount(typed.amount.amount));
  need("spending", ".over", isAmount(typed.spending.over));
  need("payments", ".over", isCount(typed.payments.over, 0, MOST_PAYMENTS));
  need("wrongCvv", ".atLeast", isCount(typed.wrongCvv.atLeast, 1, MOST_WRONG_CVVS));
  for (const list of LISTS) {
    need(list, ".values", typed[list].values.length > 0);
  }
  need("hours", ".from", isClockTime(typed.hours.from));
  need("hours", ".to", isClockTime(typed.hours.to));
  if (cards === "some" && cardIds.length === 0) {
    problems.push({ path: "scope.cardIds", code: "required" });
  }
  return problems;
}

function isCount(typed: string, least: number, most: number): boolean {
  const count = /^[0-9]{1,5}$/.test(typed) ? Number.parseInt(typed, 10) : -1;
  return count >= least && count <= most;
}

/**
 * Returns everything that prevents a draft from being a valid rule: missing inputs first, then
 * contradictory ones.
 */
export function draftProblems(draft: RuleDraft): readonly RuleProblem[] {
  const missing = typedProblems(draft);
  const paths = new Set(missing.map(({ path }) => path));
  const others = ruleProblems(ruleOf(draft)).filter(({ path }) => !paths.has(path));
  return [...missing, ...others];
}

const REQUIRED: Readonly<Record<string, MessageDescriptor>> = {
  name: msg`Give the rule a name.`,
  when: msg`Add at least one condition.`,
  "when.amount.amount": msg`Enter an amount above zero.`,
  "when.amount.to": msg`Enter an amount above zero.`,
  "when.spending.over": msg`Enter an amount above zero.`,
  "when.payments.over": msg`Enter a number from 0 to 10,000.`,
  "when.wrongCvv.atLeast": msg`Enter a number from 1 to 20.`,
  "when.hours.from": msg`Enter a time from 00:00 to 23:59.`,
  "when.hours.to": msg`Enter a time from 00:00 to 23:59.`,
  "scope.cardIds": msg`Choose at least one card.`,
};

const CONTRADICTIONS: Readonly<Record<string, MessageDescriptor>> = {
  "when.amount.to": msg`This must be more than the first amount.`,
  "when.payments": msg`A rule can count amounts or payments, not both. Create two rules.`,
  "when.wrongCvv": msg`A rule counts either wrong CVVs, or payments and amounts. Create two rules.`,
  "when.hours.to": msg`The two times can’t be the same.`,
  "when.categories.values": msg`This matches every payment, or none. Remove one.`,
  "when.channels.values": msg`This matches every payment, or none. Remove one.`,
};

/** Returns the text that tells the user how to fix a problem. */
export function problemText({ path, code }: RuleProblem): MessageDescriptor {
  if (code === "required") {
    return REQUIRED[path] ?? msg`Choose at least one.`;
  }
  return CONTRADICTIONS[path] ?? msg`This contradicts the rest of the rule.`;
}
