import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { type RefObject, useState } from "react";
import { ApiError } from "../../../lib/api/api-error.ts";
import { useRefusedFocus } from "../../../ui/form/use-refused-focus.ts";

/** What is wrong with each field, in the reader's words; `form` for what belongs to none. */
export type Problems = Readonly<Record<string, string | undefined>>;

type Found = Readonly<Record<string, MessageDescriptor | string | undefined>>;

/**
 * Keeps the problems of a form's fields. After each check focus goes to the first refused control
 * of the form.
 */
export function useProblems(form: RefObject<HTMLFormElement | null>) {
  const { i18n } = useLingui();
  const [found, setFound] = useState<Found>({});
  const [round, setRound] = useState(0);

  useRefusedFocus(form, round);

  const problems: Problems = Object.fromEntries(
    Object.entries(found).map(([name, problem]) => [
      name,
      typeof problem === "object" ? i18n._(problem) : problem,
    ]),
  );

  return {
    problems,
    /** Keeps what a check found; answers whether nothing was wrong. */
    check: (next: Found): boolean => {
      setFound(next);
      const clean = Object.values(next).every((problem) => problem === undefined);
      if (!clean) {
        setRound(round + 1);
      }
      return clean;
    },
    /** Forgets a field's problem once it is being changed. */
    forget: (name: string) => {
      if (found[name] !== undefined) {
        setFound({ ...found, [name]: undefined });
      }
    },
    /** Puts a refused call's problems at its fields, and what is left at the form. */
    refuse: (error: unknown, names: readonly string[], fallback: string) => {
      const fields = error instanceof ApiError ? error.fields : [];
      const known = fields.filter((field) => names.includes(field.path));
      const next: Record<string, string> = Object.fromEntries(
        known.map((field) => [field.path, field.message]),
      );
      if (known.length === 0) {
        next.form = error instanceof ApiError && error.message !== "" ? error.message : fallback;
      }
      setFound(next);
      setRound(round + 1);
    },
  };
}
