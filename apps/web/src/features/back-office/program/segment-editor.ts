import { useLingui } from "@lingui/react/macro";
import type { ProgrammeSegment } from "@tessera/contract/back-office/program.schemas";
import { useRef, useState } from "react";
import { ApiError } from "../../../lib/api/api-error.ts";
import { useRefusedFocus } from "../../../ui/form/use-refused-focus.ts";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { PROBLEM_WORDS } from "./problem-words.ts";
import { useSaveSegment } from "./program.mutations.ts";
import {
  draftOfSegment,
  EMPTY_SEGMENT,
  inputOfSegment,
  type SegmentDraft,
  segmentProblems,
} from "./segment-draft.ts";

/** Everything that the form of one line of cards does. */
export function useSegmentEditor(
  opened: ProgrammeSegment | undefined,
  onSaved: (saved: ProgrammeSegment) => void,
) {
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const [base, setBase] = useState(opened);
  const [draft, setDraft] = useState(opened === undefined ? EMPTY_SEGMENT : draftOfSegment(opened));
  const [tries, setTries] = useState(0);
  const save = useSaveSegment((saved) => {
    setBase(saved);
    setDraft(draftOfSegment(saved));
    setTries(0);
    showToast({
      tone: "success",
      text: opened === undefined ? t`Card product added` : t`Card product saved`,
    });
    onSaved(saved);
  });
  const refusals = save.error instanceof ApiError ? save.error.fields : [];
  const problems = segmentProblems(draft);
  useRefusedFocus(form, tries > 0 && problems.size > 0 ? tries : undefined);
  const send = (from: ProgrammeSegment | undefined) =>
    save.send({ input: inputOfSegment(draft), stock: Number(draft.stock), base: from });
  return {
    form,
    base,
    draft,
    save,
    change: (changes: Partial<SegmentDraft>) => {
      setDraft((old) => ({ ...old, ...changes }));
      if (save.error !== null) {
        save.reset();
      }
    },
    errorAt: (path: string): string | undefined => {
      const problem = tries > 0 ? problems.get(path) : undefined;
      return problem === undefined
        ? refusals.find((field) => field.path === path)?.message
        : t(PROBLEM_WORDS[problem]);
    },
    submit: () => {
      setTries(tries + 1);
      if (problems.size === 0) {
        send(base);
      }
    },
    /** Goes on from how somebody else left it: with their text, or with this one over it. */
    take: (newest: ProgrammeSegment) => {
      setBase(newest);
      setDraft(draftOfSegment(newest));
      save.reset();
    },
    overwrite: (newest: ProgrammeSegment) => {
      setBase(newest);
      send(newest);
    },
  };
}

export type SegmentEditor = ReturnType<typeof useSegmentEditor>;
