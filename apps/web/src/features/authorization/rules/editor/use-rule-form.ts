import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { Strategy, StrategyDetail } from "@tessera/contract/authorization/risk.schemas";
import { useState } from "react";
import { ApiError } from "../../../../lib/api/api-error.ts";
import { useLocale } from "../../../../lib/locale.ts";
import { useLeaving } from "../../../../lib/navigation/use-leaving.ts";
import { useForm } from "../../../../ui/form/use-form.ts";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import { draftProblems, problemText } from "../draft-problems.ts";
import { useSaveRule } from "../risk.mutations.ts";
import { type RuleDraft, ruleOf } from "../rule-draft.ts";
import { ruleSentence } from "../sentence/rule-sentence.ts";
import type { Editing } from "./editing.ts";
import type { TurnTo } from "./save-sheet.tsx";

/**
 * Returns true if two drafts produce the same rule; inputs that do not affect the rule are ignored.
 */
function saysTheSame(one: RuleDraft, other: RuleDraft): boolean {
  const said = (draft: RuleDraft) => JSON.stringify([draft.name.trim(), ruleOf(draft)]);
  return said(one) === said(other);
}

/** Returns the confirmation to show after a rule is saved. */
function savedText({ name, status }: Strategy): MessageDescriptor {
  switch (status) {
    case "active":
      return msg`“${name}” is on`;
    case "shadow":
      return msg`Testing “${name}”`;
    default:
      return msg`“${name}” saved`;
  }
}

const EDITOR = { to: "/risk-strategies", param: "rule" } as const;

/** Manages the state and actions of the rule editor. */
export function useRuleForm(initial: RuleDraft, strategy: StrategyDetail | undefined) {
  const { t } = useLingui();
  const locale = useLocale();
  const [opened] = useState(initial);
  const [base, setBase] = useState(strategy);
  const [choosing, setChoosing] = useState(false);
  const save = useSaveRule((saved) => {
    showToast({ tone: "success", text: t(savedText(saved)) });
    leaving.leave();
  });
  const hasFieldRefusals = save.error instanceof ApiError && save.error.fields.length > 0;
  const forgetRefusals = () => hasFieldRefusals && save.reset();
  const form = useForm<RuleDraft, string>({
    initial: opened,
    // If a path has several problems, the first one is shown.
    problems: (draft) =>
      Object.fromEntries(
        [...draftProblems(draft)].reverse().map((one) => [one.path, t(problemText(one))]),
      ),
    send: () => {
      if (base?.status === "active") {
        send(undefined);
      } else {
        forgetRefusals();
        setChoosing(true);
      }
    },
    write: { error: save.error, reset: forgetRefusals },
    isAt: (path, field) =>
      path.replace(/\.[0-9]+$/, "") === (field === "name" ? field : `rule.${field}`),
  });
  const { draft, change } = form;
  const leaving = useLeaving(!saysTheSame(draft, opened), EDITOR);
  const problems = draftProblems(draft);
  const rule = ruleOf(draft);
  const errorAt: Editing["errorAt"] = (path) => {
    // Contradictions are reported immediately, but missing inputs only after the first attempt to
    // save.
    const early = problems.find((one) => one.path === path && one.code === "contradiction");
    return form.tried || early === undefined ? form.errorAt(path) : t(problemText(early));
  };
  const send = (turnTo: TurnTo, edited: typeof base = base) =>
    save.send({ name: draft.name.trim(), rule, turnTo, edited });
  return {
    form: form.ref,
    draft,
    editing: { draft, change, errorAt } satisfies Editing,
    rule: problems.some(({ path }) => path !== "name") ? undefined : rule,
    sentence: () => ruleSentence(rule, (text) => t(text), locale),
    base,
    setBase,
    setDraft: form.setDraft,
    save,
    send,
    hasFieldRefusals,
    choosing: choosing && !hasFieldRefusals,
    setChoosing,
    submit: form.submit,
    ...leaving,
  };
}
