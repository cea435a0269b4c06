import {
  asStrategyRule,
  type ProgramRuleTerms,
} from "@tessera/contract/back-office/program-rules.schemas";
import type { DeclineCode } from "@tessera/contract/errors/declines";
import { compileStrategy } from "./compile-strategy.ts";
import type { ProgramRule } from "./program-rule.policy.ts";

/** A stored version of a program rule about payments. */
export interface ProgramRuleVersion {
  readonly id: string;
  readonly version: number;
  readonly isShadow: boolean;
  readonly names: ProgramRule["names"];
  readonly terms: ProgramRuleTerms;
}

/** Decline codes of program rules; the codes of customers' rules would say "your rule" instead. */
const CODES: Partial<Record<DeclineCode, DeclineCode>> = {
  country_blocked: "programme_country_blocked",
  mcc_blocked: "programme_category_blocked",
};

/**
 * Compiles a stored version so that payments can be evaluated by it.
 *
 * @throws Error if it contains something this code does not know: such a rule declines
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
