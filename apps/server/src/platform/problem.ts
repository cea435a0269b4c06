import { STATUS_CODES } from "node:http";
import { ERRORS, type ErrorCode } from "@tessera/contract/errors/catalogue";
import { FIELD_TEXTS } from "@tessera/contract/errors/field-texts";
import type { Locale } from "@tessera/contract/errors/locales";
import type { Problem } from "@tessera/contract/errors/problem";
import type { FieldRefusal } from "./field-problems.ts";

interface ProblemSource {
  readonly code: ErrorCode;
  readonly locale: Locale;
  readonly requestId: string;
  readonly fields?: readonly FieldRefusal[];
}

/** The body of a refusal, in the reader's language. */
export function problemBody({ code, locale, requestId, fields = [] }: ProblemSource): Problem {
  const { status, message } = ERRORS[code];
  return {
    type: `urn:tessera:error:${code}`,
    title: STATUS_CODES[status] ?? "Error",
    status,
    message: message[locale],
    code,
    requestId,
    ...(fields.length > 0 && {
      fields: fields.map(({ path, code: fieldCode }) => ({
        path,
        code: fieldCode,
        message: FIELD_TEXTS[fieldCode][locale],
      })),
    }),
  };
}
