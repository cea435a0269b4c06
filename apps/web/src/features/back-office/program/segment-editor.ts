import { useLingui } from "@lingui/react/macro";
import type { ProgramSegment } from "@tessera/contract/back-office/program.schemas";
import { useState } from "react";
import { inWords, useForm } from "../../../ui/form/use-form.ts";
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

/** Manages the state and actions of the card product form. */
export function useSegmentEditor(
  opened: ProgramSegment | undefined,
  onSaved: (saved: ProgramSegment) => void,
) {
  const { t } = useLingui();
  const [base, setBase] = useState(opened);
  const save = useSaveSegment((saved) => {
    setBase(saved);
    form.setDraft(draftOfSegment(saved));
    form.restart();
    showToast({
      tone: "success",
      text: opened === undefined ? t`Card product added` : t`Card product saved`,
    });
    onSaved(saved);
  });
  const send = (draft: SegmentDraft, from: ProgramSegment | undefined) =>
    save.send({ input: inputOfSegment(draft), stock: Number(draft.stock), base: from });
  const form = useForm<SegmentDraft, string>({
    initial: () => (opened === undefined ? EMPTY_SEGMENT : draftOfSegment(opened)),
    problems: (draft) => inWords(segmentProblems(draft), (one) => t(PROBLEM_WORDS[one])),
    send: (draft) => send(draft, base),
    write: save,
  });
  return {
    ...form,
    base,
    save,
    /** Replaces the draft with the version saved by another operator. */
    take: (newest: ProgramSegment) => {
      setBase(newest);
      form.setDraft(draftOfSegment(newest));
      save.reset();
    },
    overwrite: (newest: ProgramSegment) => {
      setBase(newest);
      send(form.draft, newest);
    },
  };
}

export type SegmentEditor = ReturnType<typeof useSegmentEditor>;
