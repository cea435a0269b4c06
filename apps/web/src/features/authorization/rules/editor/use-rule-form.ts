import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { Strategy, StrategyDetail } from "@tessera/contract/authorization/risk.schemas";
import { type RefObject, useEffect, useRef, useState } from "react";
import { ApiError } from "../../../../lib/api/api-error.ts";
import { useLocale } from "../../../../lib/locale.ts";
import { useLeaving } from "../../../../lib/navigation/use-leaving.ts";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import { draftProblems, problemText } from "../draft-problems.ts";
import { useSaveRule } from "../risk.mutations.ts";
import { type RuleDraft, ruleOf } from "../rule-draft.ts";
import { ruleSentence } from "../sentence/rule-sentence.ts";
import type { Editing } from "./editing.ts";
import type { TurnTo } from "./save-sheet.tsx";

/** Whether two drafts say the same, whatever was typed on the way. */
function saysTheSame(one: RuleDraft, other: RuleDraft): boolean {
  const said = (draft: RuleDraft) => JSON.stringify([draft.name.trim(), ruleOf(draft)]);
  return said(one) === said(other);
}

/** Moves focus to the first thing that is wrong, each time that saving was tried in vain. */
function useFirstRefused(form: RefObject<HTMLFormElement | null>, tries: unknown): void {
  useEffect(() => {
    if (tries) {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-refused]')?.focus();
    }
  }, [form, tries]);
}

/** What became of a rule that was saved. */
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

/** Everything that the editor of one rule does. */
export function useRuleForm(initial: RuleDraft, strategy: StrategyDetail | undefined) {
  const { t } = useLingui();
  const locale = useLocale();
  const [opened] = useState(initial);
  const [draft, setDraft] = useState(opened);
  const [base, setBase] = useState(strategy);
  const [tries, setTries] = useState(0);
  const [choosing, setChoosing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { question, leave } = useLeaving(!saysTheSame(draft, opened), EDITOR);
  const save = useSaveRule((saved) => {
    showToast({ tone: "success", text: t(savedText(saved)) });
    leave();
  });

  const problems = draftProblems(draft);
  const refusals = save.error instanceof ApiError ? save.error.fields : [];
  const rule = ruleOf(draft);
  useFirstRefused(form, tries);
  useFirstRefused(form, refusals.length > 0 && save.error);

  const errorAt: Editing["errorAt"] = (path) => {
    // What is missing is only said once saving was tried; nobody has finished before.
    const own = problems.find(
      (problem) => problem.path === path && (tries > 0 || problem.code === "contradiction"),
    );
    const wire = path === "name" ? path : `rule.${path}`;
    const refused = refusals.find((field) => field.path.replace(/\.[0-9]+$/, "") === wire);
    return own === undefined ? refused?.message : t(problemText(own));
  };
  const change: Editing["change"] = (changes) => {
    setDraft((old) => ({ ...old, ...changes }));
    if (refusals.length > 0) {
      save.reset();
    }
  };
  const send = (turnTo: TurnTo, edited: typeof base = base) =>
    save.send({ name: draft.name.trim(), rule, turnTo, edited });
  return {
    form,
    draft,
    editing: { draft, change, errorAt } satisfies Editing,
    rule: problems.some(({ path }) => path !== "name") ? undefined : rule,
    sentence: () => ruleSentence(rule, (text) => t(text), locale),
    base,
    setBase,
    setDraft,
    save,
    send,
    hasFieldRefusals: refusals.length > 0,
    choosing: choosing && refusals.length === 0,
    setChoosing,
    submit: () => {
      if (problems.length > 0) {
        setTries(tries + 1);
      } else if (base?.status === "active") {
        send(undefined);
      } else {
        if (refusals.length > 0) {
          save.reset();
        }
        setChoosing(true);
      }
    },
    question,
    leave,
  };
}
