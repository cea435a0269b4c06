import { useLingui } from "@lingui/react/macro";
import type { CardHolder } from "@tessera/contract/cards/holder.schemas";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiError, type FieldError } from "../../../../lib/api/api-error.ts";
import { useRefusedFocus } from "../../../../ui/form/use-refused-focus.ts";
import { giveFacts } from "./holder.queries.ts";
import {
  draftOf,
  draftProblems,
  fieldOfFact,
  HOLDER_FIELDS,
  type HolderDraft,
  holderBodyOf,
} from "./holder-draft.ts";

type Problems = Readonly<Record<string, string | undefined>>;

export interface HolderFormProps {
  readonly holder: CardHolder;
  /** Errors for the facts that the issuer rejected. */
  readonly refused?: readonly FieldError[] | undefined;
  readonly onGiven: () => void;
}

function problemsOf(fields: readonly FieldError[]): Problems {
  const named = fields.map(({ path, message }) => [fieldOfFact(path), message] as const);
  const known: readonly string[] = HOLDER_FIELDS;
  return Object.fromEntries(named.filter(([path]) => known.includes(path)));
}

/** Manages the state of the form that asks for the facts an issuer needs. */
export function useHolderForm({ holder, refused, onGiven }: HolderFormProps) {
  const { i18n, t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => draftOf(holder));
  const [problems, setProblems] = useState<Problems>(() => problemsOf(refused ?? []));
  const [round, setRound] = useState(0);
  const [sending, setSending] = useState(false);
  useRefusedFocus(form, round);
  useEffect(() => {
    if (refused !== undefined && refused.length > 0) {
      setRound((old) => old + 1);
    }
  }, [refused]);

  const refuse = (next: Problems) => {
    setProblems(next);
    setRound(round + 1);
  };
  const explain = (error: unknown) => {
    const found = error instanceof ApiError ? problemsOf(error.fields) : {};
    const message = error instanceof ApiError ? error.message : "";
    const fallback = t`Your details could not be saved. Try again.`;
    refuse(Object.keys(found).length > 0 ? found : { form: message || fallback });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending) {
      return;
    }
    const missing = Object.entries(draftProblems(draft, holder.needed));
    if (missing.length > 0) {
      refuse(Object.fromEntries(missing.map(([path, text]) => [path, text && i18n._(text)])));
      return;
    }
    setSending(true);
    try {
      await giveFacts(holderBodyOf(draft, holder.needed));
      onGiven();
    } catch (error) {
      explain(error);
    } finally {
      setSending(false);
    }
  };
  const change = (path: string, next: Partial<HolderDraft>) => {
    setDraft((old) => ({ ...old, ...next }));
    setProblems((old) => ({ ...old, [path]: undefined, form: undefined }));
  };
  return { form, draft, problems, sending, submit, change };
}
