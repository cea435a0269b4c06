import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { AdminAnnouncement } from "@tessera/contract/back-office/announcements.schemas";
import { LOCALES, type Locale } from "@tessera/contract/errors/locales";
import { useEffect, useState } from "react";
import { ApiError } from "../../../../lib/api/api-error.ts";
import { useLocale } from "../../../../lib/locale.ts";
import { useLeaving } from "../../../../lib/navigation/use-leaving.ts";
import { inWords, useForm } from "../../../../ui/form/use-form.ts";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import {
  type AnnouncementDraft,
  type DraftProblem,
  type DraftText,
  draftOf,
  EMPTY_DRAFT,
  inputOf,
  problemsOf,
  saysTheSame,
} from "./announcement-draft.ts";
import { PROBLEM_WORDS } from "./announcement-words.ts";
import { forgetDraft, keepDraft, keptDraft } from "./draft-memory.ts";
import { useSaveAnnouncement } from "./manage.mutations.ts";

const EDITOR = { to: "/system/announcements", param: "edit" } as const;

const SAVED_WORDS = {
  draft: msg`Draft saved`,
  scheduled: msg`Announcement scheduled`,
  active: msg`Announcement published`,
  ended: msg`Announcement saved`,
} as const;

/** Codes of problems caused by missing input. */
const MISSING: ReadonlySet<string> = new Set(["required", "no_language"]);

/**
 * Returns true for problems to show while the user types. Missing input is reported only on save.
 */
function isSaidEarly(problem: DraftProblem | undefined): problem is DraftProblem {
  return problem !== undefined && !MISSING.has(problem);
}

/** Saves the announcement, confirms it and returns to the list. */
function useSaving(id: string, leave: () => void) {
  const { t } = useLingui();
  return useSaveAnnouncement((announcement) => {
    forgetDraft(id);
    const text = t(SAVED_WORDS[announcement.status]);
    showToast({ tone: "success", text, forNextScreen: true });
    leave();
  });
}

function localeIn(path: string | undefined): Locale | undefined {
  return LOCALES.find((locale) => path?.startsWith(`texts.${locale}.`));
}

/** Returns the editor's initial state: the saved announcement, or the stored draft. */
function useBeginning(id: string, opened: AdminAnnouncement | undefined) {
  const [restored] = useState(() => keptDraft(id));
  const [saved, setSaved] = useState(() => (opened === undefined ? EMPTY_DRAFT : draftOf(opened)));
  return { restored, saved, setSaved };
}

interface DraftState extends ReturnType<typeof useBeginning> {
  readonly draft: AnnouncementDraft;
  readonly setDraft: (draft: AnnouncementDraft) => void;
}

/** Manages the current draft and the saved version it is based on. */
function useDraft(
  id: string,
  opened: AdminAnnouncement | undefined,
  { restored, saved, setSaved, draft, setDraft }: DraftState,
) {
  const [base, setBase] = useState(opened);
  // Incremented to remount the rich-text editor when its text is replaced.
  const [version, setVersion] = useState(0);
  const isChanged = !saysTheSame(draft, saved);
  useEffect(() => {
    if (isChanged) {
      keepDraft(id, draft);
    } else {
      forgetDraft(id);
    }
  }, [id, draft, isChanged]);
  const replace = (next: AnnouncementDraft) => {
    setDraft(next);
    setVersion(version + 1);
  };
  return {
    base,
    isChanged,
    version,
    wasRestored: restored !== undefined && isChanged,
    /** Discards the edits and restores the saved version. */
    discard: () => replace(saved),
    /** Bases the draft on the version saved by another operator; the edits are kept. */
    rebase: (newest: AdminAnnouncement) => {
      setBase(newest);
      setSaved(draftOf(newest));
    },
    replace,
  };
}

/** Manages the state and actions of the announcement editor. */
export function useAnnouncementEditor(id: string, opened: AdminAnnouncement | undefined) {
  const { t } = useLingui();
  const [locale, setLocale] = useState<Locale>(useLocale());
  const beginning = useBeginning(id, opened);
  const save = useSaving(id, () => leave());
  const refusals = save.error instanceof ApiError ? save.error.fields : [];
  const form = useForm<AnnouncementDraft, string>({
    initial: beginning.restored ?? beginning.saved,
    problems: (written) => inWords(problemsOf(written), (problem) => t(PROBLEM_WORDS[problem])),
    send: () => send(),
    write: { error: save.error, reset: () => refusals.length > 0 && save.reset() },
  });
  const { draft, change, setDraft } = form;
  const state = useDraft(id, opened, { ...beginning, draft, setDraft });
  const { base } = state;
  const { question, leave } = useLeaving(state.isChanged, EDITOR);
  const problems = problemsOf(draft);

  const [seenError, setSeenError] = useState<Error | null>(null);
  if (save.error !== seenError) {
    setSeenError(save.error);
    setLocale(localeIn(refusals[0]?.path) ?? locale);
  }

  const errorAt = (path: string): string | undefined => {
    const problem = problems.get(path);
    return isSaidEarly(problem) ? t(PROBLEM_WORDS[problem]) : form.errorAt(path);
  };
  const send = (edited: AdminAnnouncement | undefined = base): void =>
    save.send({ input: inputOf(draft, edited), base: edited });
  return {
    ...state,
    form: form.ref,
    draft,
    locale,
    setLocale,
    save,
    send,
    errorAt,
    change,
    changeText: (changes: Partial<DraftText>) =>
      change({ texts: { ...draft.texts, [locale]: { ...draft.texts[locale], ...changes } } }),
    hasFieldRefusals: refusals.length > 0,
    hasErrorIn: (one: Locale) =>
      ["title", "content"].some((field) => errorAt(`texts.${one}.${field}`) !== undefined),
    submit: (event: { readonly preventDefault: () => void }) => {
      // Switches to the language that has the first error, so that its field can be focused.
      setLocale(localeIn([...problems.keys()][0]) ?? locale);
      form.submit(event);
    },
    question,
    leave: () => {
      forgetDraft(id);
      leave();
    },
    /** Leaves the editor after the user has confirmed that the changes can be discarded. */
    giveUp: () => {
      forgetDraft(id);
      question?.go();
    },
  };
}

export type AnnouncementEditorState = ReturnType<typeof useAnnouncementEditor>;
