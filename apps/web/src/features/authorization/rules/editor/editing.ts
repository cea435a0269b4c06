import type { RuleDraft, TypedConditions } from "../rule-draft.ts";

/** What every part of the editor works on. */
export interface Editing {
  readonly draft: RuleDraft;
  readonly change: (changes: Partial<RuleDraft>) => void;
  /** Why what stands at a path of the rule is refused; undefined where it is not. */
  readonly errorAt: (path: string) => string | undefined;
}

/** What one condition's inputs work on. */
export interface ConditionEditing<K extends keyof TypedConditions> {
  readonly value: TypedConditions[K];
  readonly onChange: (value: TypedConditions[K]) => void;
  readonly errorAt: Editing["errorAt"];
  /** What the condition is called, for controls that have no label in sight. */
  readonly label: string;
}
