import type { LocalizedText } from "@tessera/contract/errors/locales";
import type { CompiledStrategy } from "./strategies/strategy.policy.ts";

/** A compiled version of a program rule about payments. */
export interface ProgramRule extends CompiledStrategy {
  readonly names: LocalizedText;
}

/** An active rule that cannot be read. If there is one, every payment is declined. */
export interface UnreadableRule {
  readonly id: string;
  readonly names: LocalizedText;
}

/** The program's payment rules that are active or in shadow mode. */
export interface ProgramRules {
  readonly rules: readonly ProgramRule[];
  readonly unreadable: readonly UnreadableRule[];
}

export const NO_PROGRAM_RULES: ProgramRules = { rules: [], unreadable: [] };
