import {
  asStrategyRule,
  type ProgramRuleTerms,
} from "@tessera/contract/back-office/program-rules.schemas";
import type { DeclineCode } from "@tessera/contract/errors/declines";
import type { ProgramRule } from "./program-rule.policy.ts";
import { compileStrategy } from "./strategies/compile-strategy.ts";

/** A stored version of a program rule about payments. */
export interface ProgramRuleVersion {
  readonly id: string;
  readonly version: number;
  readonly isShadow: boolean;
  readonly names: ProgramRule["names"];
  readonly terms: ProgramRuleTerms;
}

/** Maps decline codes of customers' rules, whose texts say "your rule", to program rule codes. */
const CODES: Partial<Record<DeclineCode, DeclineCode>> = {
  country_blocked: "programme_country_blocked",
  mcc_blocked: "programme_category_blocked",
};

/**
 * Compiles a stored rule version for evaluating payments.
 *
 * @throws Error if the version contains anything this code does not know. Such a rule declines
 * every payment.
 */
export function compileProgramRule(stored: ProgramRuleVersion): ProgramRule {
  const { id, version, isShadow, names, terms } = stored;
  const compiled = compileStrategy({
    ...{ id, version, name: names.en, status: isShadow ? "shadow" : "active" },
    rule: asStrategyRule(terms),
  });
  const code =
    compiled.velocity === undefined
      ? (CODES[compiled.code] ?? "programme_rule")
      : "programme_limit";
  return { ...compiled, code, names };
}
