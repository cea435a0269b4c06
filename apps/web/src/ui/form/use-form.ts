import { type ChangeEvent, type RefObject, useEffect, useRef, useState } from "react";
import { ApiError } from "../../lib/api/api-error.ts";

/** The problem with each field, in the reader's language. False or absent for a valid field. */
export type Problems<Field extends string> = Readonly<
  Partial<Record<Field, string | false | undefined>>
>;

/** Translates problems into the reader's language. */
export function inWords<Field extends string, Problem>(
  problems: ReadonlyMap<Field, Problem>,
  words: (problem: Problem) => string,
): Problems<Field> {
  const said = [...problems].map(([field, problem]) => [field, words(problem)] as const);
  return Object.fromEntries(said) as Problems<Field>;
}

/**
 * Moves focus to the first invalid element of a form each time `refusal` changes. The element is a
 * control, or a group of controls that are invalid together. Unlike `useRefusedFocus`, this hook is
 * not loaded with the first page.
 */
export function useFirstRefused(form: RefObject<HTMLFormElement | null>, refusal: unknown): void {
  useEffect(() => {
    if (refusal) {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-refused]')?.focus();
    }
  }, [form, refusal]);
}

type TextName<Draft> = {
  [K in keyof Draft]: Draft[K] extends string ? K : never;
}[keyof Draft];

interface FormOptions<Draft, Field extends string> {
  readonly initial: Draft | (() => Draft);
  /** Returns the problems that prevent a draft from being sent. */
  readonly problems: (draft: Draft) => Problems<Field>;
  /** Sends a draft that has no problems. */
  readonly send: (draft: Draft) => void;
  /** The write. Its field errors are shown until the next change. */
  readonly write?: { readonly error: Error | null; readonly reset: () => void };
  /**
   * Returns whether a path from the server refers to a field. By default, the two must be equal.
   */
  readonly isAt?: (path: string, field: Field) => boolean;
}

/**
 * Manages a form's draft and its problems. Problems are shown after the first attempt to submit;
 * each blocked attempt moves focus to the first invalid control of the form.
 */
export function useForm<Draft, Field extends string>(options: FormOptions<Draft, Field>) {
  const { problems, send, write, isAt = (path, field) => path === field } = options;
  const ref = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(options.initial);
  const [tried, setTried] = useState(false);
  const [refusals, setRefusals] = useState(0);
  useFirstRefused(ref, refusals);
  const found = problems(draft);
  const isRight = !Object.values(found).some(Boolean);
  const fields = write?.error instanceof ApiError ? write.error.fields : [];
  const change = (changes: Partial<Draft>) => {
    setDraft((old) => ({ ...old, ...changes }));
    if (write !== undefined && write.error !== null) {
      write.reset();
    }
  };
  return {
    ref,
    draft,
    setDraft,
    change,
    /** Whether the draft is free of problems. */
    isRight,
    /** Whether a submission was attempted. */
    tried,
    /** Hides the problems until the next attempt. */
    restart: () => setTried(false),
    /** Returns the props of a text input for one field. */
    text: <K extends TextName<Draft>>(name: K) => ({
      value: draft[name],
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        change({ [name]: target.value } as Partial<Draft>),
    }),
    /**
     * Returns a field's error text: its problem, if problems are being shown, or otherwise the
     * server's error.
     */
    errorAt: (field: Field): string | undefined =>
      (tried && found[field]) || fields.find(({ path }) => isAt(path, field))?.message,
    submit: (event?: { readonly preventDefault: () => void }) => {
      event?.preventDefault();
      setTried(true);
      if (isRight) {
        send(draft);
      } else {
        setRefusals(refusals + 1);
      }
    },
  };
}
