import type { RuleDraft, TypedConditions } from "../rule-draft.ts";

/** State shared by all parts of the editor. */
export interface Editing {
  readonly draft: RuleDraft;
  readonly change: (changes: Partial<RuleDraft>) => void;
  /** Returns the error at a path in the rule, or undefined if there is none. */
  readonly errorAt: (path: string) => string | undefined;
}

/** State of the inputs for one condition. */
export interface ConditionEditing<K extends keyof TypedConditions> {
  readonly value: TypedConditions[K];
  readonly onChange: (value: TypedConditions[K]) => void;
  readonly errorAt: Editing["errorAt"];
  /** Name of the condition, for controls without a visible label. */
  readonly label: string;
}
