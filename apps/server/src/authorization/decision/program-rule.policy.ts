import type { LocalisedText } from "@tessera/contract/errors/locales";
import type { CompiledStrategy } from "./strategy.policy.ts";

/** A compiled version of a program rule about payments. */
export interface ProgrammeRule extends CompiledStrategy {
  readonly names: LocalisedText;
}

/** An active rule that cannot be read: nothing passes while there is one. */
export interface UnreadableRule {
  readonly id: string;
  readonly names: LocalisedText;
}

/** The program's payment rules that are active or run as shadows. */
export interface ProgrammeRules {
  readonly rules: readonly ProgrammeRule[];
  readonly unreadable: readonly UnreadableRule[];
}

export const NO_PROGRAMME_RULES: ProgrammeRules = { rules: [], unreadable: [] };
