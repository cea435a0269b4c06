import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { type RefObject, useState } from "react";
import { ApiError } from "../../../lib/api/api-error.ts";
import { useRefusedFocus } from "../../../ui/form/use-refused-focus.ts";

/** Translated errors by field; `form` holds the error for the form as a whole. */
export type Problems = Readonly<Record<string, string | undefined>>;

type Found = Readonly<Record<string, MessageDescriptor | string | undefined>>;

/**
 * Manages the errors for a form's fields. After each check, moves the focus to the form's first
 * invalid control.
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
    /** Stores the errors found and returns true if there are none. */
    check: (next: Found): boolean => {
      setFound(next);
      const clean = Object.values(next).every((problem) => problem === undefined);
      if (!clean) {
        setRound(round + 1);
      }
      return clean;
    },
    /** Clears a field's error once the field changes. */
    forget: (name: string) => {
      if (found[name] !== undefined) {
        setFound({ ...found, [name]: undefined });
      }
    },
    /**
     * Assigns errors from a failed request to their fields, or to the form if they match no field.
     */
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
