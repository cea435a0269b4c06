import { CURRENCIES } from "@tessera/money";
import type { FieldCode } from "../fields.ts";
import { AMOUNT_TESTS, CATEGORIES, CHANNELS, type StrategyRule } from "./risk.schemas.ts";

/** A field of a rule that contradicts or requires another field. The path uses wire names. */
export interface RuleProblem {
  readonly path: string;
  readonly code: FieldCode;
}

/** Parses a wire amount into hundredths, to compare two amounts in the same currency. */
function hundredths(amount: string): bigint {
  const [whole = "0", part = ""] = amount.split(".");
  return BigInt(whole) * 100n + BigInt(part.padEnd(2, "0"));
}

function amountProblems({ when }: StrategyRule): RuleProblem[] {
  const { amount } = when;
  if (amount === undefined) {
    return [];
  }
  const hasTo = amount.is === AMOUNT_TESTS[2] || amount.is === AMOUNT_TESTS[3];
  if (!hasTo) {
    return amount.to === undefined ? [] : [{ path: "when.amount.to", code: "contradiction" }];
  }
  if (amount.to === undefined) {
    return [{ path: "when.amount.to", code: "required" }];
  }
  return hundredths(amount.to) > hundredths(amount.amount)
    ? []
    : [{ path: "when.amount.to", code: "contradiction" }];
}

/**
 * Finds lists that can never match (they exclude all values) or always match (they include all).
 */
function listProblems({ when }: StrategyRule): RuleProblem[] {
  const whole = [
    ["categories", CATEGORIES],
    ["currencies", CURRENCIES],
    ["channels", CHANNELS],
  ] as const;
  return whole.flatMap(([name, all]) => {
    const values: readonly string[] = when[name]?.values ?? [];
    return all.every((value) => values.includes(value))
      ? [{ path: `when.${name}.values`, code: "contradiction" as const }]
      : [];
  });
}

function windowProblems({ when }: StrategyRule): RuleProblem[] {
  const problems: RuleProblem[] = [];
  if (when.spending !== undefined && when.payments !== undefined) {
    problems.push({ path: "when.payments", code: "contradiction" });
  }
  if (when.wrongCvv !== undefined && (when.spending ?? when.payments) !== undefined) {
    problems.push({ path: "when.wrongCvv", code: "contradiction" });
  }
  if (when.hours !== undefined && when.hours.from === when.hours.to) {
    problems.push({ path: "when.hours.to", code: "contradiction" });
  }
  if (when.newMerchant === false) {
    problems.push({ path: "when.newMerchant", code: "contradiction" });
  }
  return problems;
}

function scopeProblems({ scope, when, currency, counts }: StrategyRule): RuleProblem[] {
  const problems: RuleProblem[] = [];
  const asks = (path: string, isGiven: boolean, isNeeded: boolean): void => {
    if (isGiven !== isNeeded) {
      problems.push({ path, code: isNeeded ? "required" : "contradiction" });
    }
  };
  asks("scope.cardIds", scope.cardIds !== undefined, scope.cards === "some");
  asks("scope.tier", scope.tier !== undefined, scope.cards === "tier");
  const hasAmounts = (when.amount ?? when.spending) !== undefined;
  if (hasAmounts && currency === undefined) {
    problems.push({ path: "currency", code: "required" });
  }
  const listed = when.currencies;
  if (
    currency !== undefined &&
    listed !== undefined &&
    listed.values.includes(currency) !== (listed.match === "any_of")
  ) {
    problems.push({ path: "when.currencies.values", code: "contradiction" });
  }
  if (counts === "together" && (when.spending ?? when.payments) === undefined) {
    problems.push({ path: "counts", code: "contradiction" });
  }
  return problems;
}

/**
 * Finds problems in a rule whose individual fields are valid: contradictions, conditions that can
 * never hold, and fields that require others. The server rejects them and the editor displays them.
 */
export function ruleProblems(rule: StrategyRule): RuleProblem[] {
  const isEmpty = Object.values(rule.when).every((condition) => condition === undefined);
  return [
    ...(isEmpty ? [{ path: "when", code: "required" as const }] : []),
    ...amountProblems(rule),
    ...listProblems(rule),
    ...windowProblems(rule),
    ...scopeProblems(rule),
  ];
}
