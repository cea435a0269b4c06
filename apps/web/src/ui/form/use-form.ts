import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { type ChangeEvent, type RefObject, useEffect, useRef, useState } from "react";
import { ApiError, type FieldError } from "../../lib/api/api-error.ts";

/** The problem with each field, to translate or translated. False or absent for a valid field. */
export type Problems<Field extends string> = Readonly<
  Partial<Record<Field, MessageDescriptor | string | false | undefined>>
>;

/** Translates problems into the reader's language. */
export function inWords<Field extends string, Problem>(
  problems: ReadonlyMap<Field, Problem>,
  words: (problem: Problem) => string,
): Problems<Field> {
  const said = [...problems].map(([field, problem]) => [field, words(problem)] as const);
  return Object.fromEntries(said) as Problems<Field>;
}

/** A server's error of a field, for an error whose field the server does not name. */
export function fieldError(path: string, message: string): ApiError {
  const fields = [{ path, code: "", message }];
  return new ApiError({ status: 422, code: "validation_failed", message, fields });
}

/**
 * Moves focus to the first invalid element of a form each time `refusal` changes. The element is a
 * control, or a group of controls that are invalid together. A falsy value does not move focus.
 */
function useFirstRefused(form: RefObject<HTMLFormElement | null>, refusal: unknown): void {
  useEffect(() => {
    if (refusal) {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-refused]')?.focus();
    }
  }, [form, refusal]);
}

type TextControl = HTMLInputElement | HTMLTextAreaElement;

function textProps<Value>(value: Value, onType: (text: string) => void) {
  return { value, onChange: ({ target }: ChangeEvent<TextControl>) => onType(target.value) };
}

type TextName<Draft> = {
  [K in keyof Draft]: Draft[K] extends string ? K : never;
}[keyof Draft];

/** A step-up that the form asks for; it shows its problems itself. */
interface StepUp {
  /** Changes each time the step-up is rejected. */
  readonly round: number;
  readonly check: () => boolean;
  /** Returns whether an error is the step-up's, which shows it then. */
  readonly explain: (error: unknown) => boolean;
}

interface FormOptions<Draft, Field extends string> {
  readonly initial: Draft | (() => Draft);
  /** Returns the problems that prevent a draft from being sent. Its keys are the form's fields. */
  readonly problems?: (draft: Draft) => Problems<Field>;
  /**
   * Sends a draft that has no problems. Until a returned promise settles, the form sends nothing
   * else. If the promise rejects, the form shows the error until the next attempt, and those of
   * fields until the field changes.
   */
  readonly send: (draft: Draft) => Promise<void> | void;
  /** The write, if `send` returns no promise. A change resets its error, if it can be reset. */
  readonly write?: { readonly error: Error | null; readonly reset?: () => void };
  readonly proof?: StepUp;
  /**
   * Returns whether a path from the server refers to a field. By default, the two must be equal.
   */
  readonly isAt?: (path: string, field: Field) => boolean;
  /**
   * True if a change hides the field's problem until the next attempt. By default, a problem is
   * shown until the field is valid.
   */
  readonly hidesOnChange?: boolean;
}

function fieldsOf(error: unknown): readonly FieldError[] {
  return error instanceof ApiError ? error.fields : [];
}

/**
 * Runs one write at a time, and keeps its error until the next attempt. Calls `onRefused` before it
 * keeps an error.
 */
function useSending(proof: StepUp | undefined, onRefused: () => void) {
  const isUnderWay = useRef(false);
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<Error>();
  const [refusals, setRefusals] = useState(0);
  const refuse = (next: unknown) => {
    if (proof?.explain(next) !== true) {
      onRefused();
      setError(next instanceof Error ? next : new Error(String(next)));
      setRefusals((before) => before + 1);
    }
  };
  const begin = (isRight: boolean) => {
    setError(undefined);
    if (!isRight) {
      setRefusals((before) => before + 1);
    }
    return isRight;
  };
  const run = (result: Promise<void> | void, onSettled: () => void) => {
    if (result === undefined) {
      return;
    }
    isUnderWay.current = true;
    setSending(true);
    void result.catch(refuse).finally(() => {
      isUnderWay.current = false;
      setSending(false);
      onSettled();
    });
  };
  return { isIdle: () => !isUnderWay.current, sending, error, refusals, begin, refuse, run };
}

/** Remembers the fields whose problems are shown, and the fields changed since the last attempt. */
function useTried<Field extends string>() {
  const [tried, setTried] = useState<readonly Field[] | "all">([]);
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  return {
    tried,
    changed,
    isTried: (field: Field) => tried === "all" || tried.includes(field),
    attempt: (names: readonly Field[] | "all") => {
      setTried(names);
      setChanged(new Set());
    },
    forgetChanges: () => setChanged(new Set()),
    noteChange: (names: readonly string[]) => setChanged((old) => new Set([...old, ...names])),
  };
}

/**
 * Manages a form: its draft, its problems, and the write that sends it. Problems are shown after
 * the first attempt to submit; each blocked attempt and each error moves focus to the first invalid
 * control of the form.
 */
export function useForm<Draft, Field extends string>(options: FormOptions<Draft, Field>) {
  const { write, proof, hidesOnChange, isAt = (path, field) => path === field } = options;
  const { i18n } = useLingui();
  const ref = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(options.initial);
  const { tried, changed, isTried, attempt, noteChange, forgetChanges } = useTried<Field>();
  const sending = useSending(proof, forgetChanges);
  useFirstRefused(ref, sending.refusals);
  useFirstRefused(ref, proof?.round);
  useFirstRefused(ref, write?.error);
  const found: Problems<Field> = options.problems?.(draft) ?? ({} as Problems<Field>);
  const fields = Object.keys(found) as Field[];
  const areRight = (names: readonly Field[]) => !names.some((field) => found[field]);
  const check = (names: readonly Field[] | "all") => {
    attempt(names);
    return sending.begin(areRight(names === "all" ? fields : names));
  };
  const change = (changes: Partial<Draft>, ...names: readonly Field[]) => {
    setDraft((old) => ({ ...old, ...changes }));
    noteChange(names.length > 0 ? names : Object.keys(changes));
    if (write?.error != null) {
      write.reset?.();
    }
  };
  const refusalIn = (error: unknown, field: Field) =>
    fieldsOf(error).find(({ path }) => isAt(path, field))?.message;
  return {
    ref,
    draft,
    setDraft,
    /** Changes the draft. `names` are the changed fields, if they differ from the draft's keys. */
    change,
    /** Whether the draft is free of problems. */
    isRight: areRight(fields),
    /** Whether a submission was attempted. */
    tried: tried === "all",
    /** Whether the promise that `send` returned is pending. */
    sending: sending.sending,
    /** The error of `send` or of the write, unless it is shown at a field. */
    failure: [sending.error, write?.error].find(
      (error): error is Error => error != null && !fields.some((field) => refusalIn(error, field)),
    ),
    /** Shows an error as if `send` had thrown it, even at a field that changed meanwhile. */
    refuse: sending.refuse,
    /** Shows the problems of some fields; returns whether there are none. */
    check,
    /** Hides the problems until the next attempt. */
    restart: () => attempt([]),
    /** Returns the props of a text input for one field. */
    text: <K extends TextName<Draft>>(name: K) =>
      textProps(draft[name], (value) => change({ [name]: value } as Partial<Draft>)),
    /** Returns a field's problem, if it is being shown, or otherwise the server's error. */
    errorAt: (field: Field): string | undefined => {
      const isHidden = hidesOnChange === true && changed.has(field);
      const problem = isTried(field) && !isHidden && found[field];
      if (problem) {
        return typeof problem === "string" ? problem : i18n._(problem);
      }
      const refusal = changed.has(field) ? undefined : refusalIn(sending.error, field);
      return refusalIn(write?.error, field) ?? refusal;
    },
    submit: (event?: { readonly preventDefault: () => void }) => {
      event?.preventDefault();
      // Checks the step-up as well, so that all problems are shown at once.
      if (sending.isIdle() && [proof?.check(), check("all")].every((right) => right !== false)) {
        sending.run(options.send(draft), () => attempt([]));
      }
    },
  };
}
