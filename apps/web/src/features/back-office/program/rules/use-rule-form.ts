import { useLingui } from "@lingui/react/macro";
import type {
  ProgramRule,
  ProgramRuleDetail,
} from "@tessera/contract/back-office/program-rules.schemas";
import { inWords, useForm } from "../../../../ui/form/use-form.ts";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import {
  draftOfRule,
  EMPTY_RULE,
  type RuleDraft,
  ruleDraftProblems,
  termsOfDraft,
} from "./rule-draft.ts";
import { RULE_PROBLEM_WORDS } from "./rule-words.ts";
import { useSaveRule } from "./rules.mutations.ts";

/** Manages the state and actions of the program rule form. */
export function useRuleForm(
  rule: ProgramRule | undefined,
  onSaved: (saved: ProgramRuleDetail) => void,
) {
  const { t } = useLingui();
  const save = useSaveRule((saved) => {
    const waits = saved.proposal !== null;
    const text = waits ? t`Change proposed. Another administrator will decide.` : t`Rule saved`;
    showToast({ tone: "success", text });
    onSaved(saved);
  });
  const form = useForm<RuleDraft, string>({
    initial: () => (rule === undefined ? EMPTY_RULE : draftOfRule(rule)),
    problems: (draft) => inWords(ruleDraftProblems(draft), (one) => t(RULE_PROBLEM_WORDS[one])),
    send: (draft) => {
      const { names, mode, reason } = draft;
      const body = { names, mode, reason: reason.trim(), terms: termsOfDraft(draft) };
      save.send({ id: rule?.id, body: { ...body, version: rule?.version ?? 1 } });
    },
    write: save,
    isAt: (path, field) => path.endsWith(field),
  });
  const { draft } = form;
  return {
    ...form,
    save,
    terms: [...ruleDraftProblems(draft).keys()].every(isNoTerm) ? termsOfDraft(draft) : null,
    /** True if saving creates a proposal instead of changing the rule. */
    proposes: rule !== undefined && (rule.mode === "active" || draft.mode === "active"),
  };
}

export type RuleFormState = ReturnType<typeof useRuleForm>;

/** Returns true for a form field that is not one of the rule's terms. */
function isNoTerm(field: string): boolean {
  return field.startsWith("names.") || field === "reason";
}
