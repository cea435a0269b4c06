import type { LocalisedText } from "@tessera/contract/errors/locales";
import type { CompiledStrategy } from "./strategy.policy.ts";

/** A version of a rule of the program about payments, ready to judge. */
export interface ProgrammeRule extends CompiledStrategy {
  readonly names: LocalisedText;
}

/** A rule in force that cannot be understood: nothing passes while there is one. */
export interface UnreadableRule {
  readonly id: string;
  readonly names: LocalisedText;
}

/** Rules of the program about payments that are in force or tried as shadows. */
export interface ProgrammeRules {
  readonly rules: readonly ProgrammeRule[];
  readonly unreadable: readonly UnreadableRule[];
}

export const NO_PROGRAMME_RULES: ProgrammeRules = { rules: [], unreadable: [] };
