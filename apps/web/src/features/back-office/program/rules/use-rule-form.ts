import { useLingui } from "@lingui/react/macro";
import type {
  ProgrammeRule,
  ProgrammeRuleDetail,
} from "@tessera/contract/back-office/program-rules.schemas";
import { useRef, useState } from "react";
import { ApiError } from "../../../../lib/api/api-error.ts";
import { useRefusedFocus } from "../../../../ui/form/use-refused-focus.ts";
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

/** Everything that the form of a rule does. */
export function useRuleForm(
  rule: ProgrammeRule | undefined,
  onSaved: (saved: ProgrammeRuleDetail) => void,
) {
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => (rule === undefined ? EMPTY_RULE : draftOfRule(rule)));
  const [tries, setTries] = useState(0);
  const save = useSaveRule((saved) => {
    const waits = saved.proposal !== null;
    const text = waits ? t`Change proposed. Another administrator decides it.` : t`Rule saved`;
    showToast({ tone: "success", text });
    onSaved(saved);
  });
  const problems = ruleDraftProblems(draft);
  const refusals = save.error instanceof ApiError ? save.error.fields : [];
  useRefusedFocus(form, tries > 0 && problems.size > 0 ? tries : undefined);
  return {
    form,
    draft,
    save,
    terms: problems.size === 0 || [...problems.keys()].every(isNoTerm) ? termsOfDraft(draft) : null,
    /** Whether saving it is only a proposal. */
    proposes: rule !== undefined && (rule.mode === "active" || draft.mode === "active"),
    change: (over: Partial<RuleDraft>) => {
      setDraft((old) => ({ ...old, ...over }));
      if (save.error !== null) {
        save.reset();
      }
    },
    errorAt: (field: string): string | undefined => {
      const problem = tries > 0 ? problems.get(field) : undefined;
      return problem === undefined
        ? refusals.find(({ path }) => path.endsWith(field))?.message
        : t(RULE_PROBLEM_WORDS[problem]);
    },
    submit: () => {
      setTries(tries + 1);
      if (problems.size === 0) {
        const { names, mode, reason } = draft;
        const body = { names, mode, reason: reason.trim(), terms: termsOfDraft(draft) };
        save.send({ id: rule?.id, body: { ...body, version: rule?.version ?? 1 } });
      }
    },
  };
}

export type RuleFormState = ReturnType<typeof useRuleForm>;

/** A field that a rule is not judged by. */
function isNoTerm(field: string): boolean {
  return field.startsWith("names.") || field === "reason";
}
