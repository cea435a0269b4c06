import {
  asStrategyRule,
  type ProgrammeRuleTerms,
} from "@tessera/contract/back-office/program-rules.schemas";
import type { DeclineCode } from "@tessera/contract/errors/declines";
import { compileStrategy } from "./compile-strategy.ts";
import type { ProgrammeRule } from "./program-rule.policy.ts";

/** A version of a rule about payments as it is stored. */
export interface ProgrammeRuleVersion {
  readonly id: string;
  readonly version: number;
  readonly isShadow: boolean;
  readonly names: ProgrammeRule["names"];
  readonly terms: ProgrammeRuleTerms;
}

/** What a decline says; customers' rules call the same by codes that speak of "your rule". */
const CODES: Partial<Record<DeclineCode, DeclineCode>> = {
  country_blocked: "programme_country_blocked",
  mcc_blocked: "programme_category_blocked",
};

/**
 * Makes a stored version judgeable.
 *
 * @throws Error where it says something that this code does not know: such a rule declines
 */
export function compileProgrammeRule(stored: ProgrammeRuleVersion): ProgrammeRule {
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
