import { STATUS_CODES } from "node:http";
import type { FreezeLayer } from "@tessera/contract/cards/cards.schemas";
import { ERRORS, type ErrorCode } from "@tessera/contract/errors/catalog";
import { FIELD_TEXTS } from "@tessera/contract/errors/field-texts";
import type { Locale } from "@tessera/contract/errors/locales";
import type { Problem } from "@tessera/contract/errors/problem";
import type { SignInChallenge } from "@tessera/contract/identity/factors.schemas";
import { rolePermissionText } from "@tessera/contract/identity/member-role-names";
import { formatAmount } from "@tessera/money";
import type { FieldRefusal } from "./field-problems.ts";
import type { Changed, RefusedFunds, RefusedLimit, RefusedMember } from "./refusal.ts";

interface ProblemSource {
  readonly code: ErrorCode;
  readonly locale: Locale;
  readonly requestId: string;
  readonly fields?: readonly FieldRefusal[];
  readonly blockedBy?: readonly FreezeLayer[];
  readonly funds?: RefusedFunds | undefined;
  readonly limit?: RefusedLimit | undefined;
  readonly secondFactor?: SignInChallenge | undefined;
  readonly changed?: Changed | undefined;
  readonly member?: RefusedMember | undefined;
}

/** Returns an error's response body in the reader's language. */
export function problemBody(source: ProblemSource): Problem {
  const { code, locale, requestId, fields = [], blockedBy = [] } = source;
  const { changed, funds, limit, member, secondFactor } = source;
  const { status, message } = ERRORS[code];
  return {
    type: `urn:tessera:error:${code}`,
    title: STATUS_CODES[status] ?? "Error",
    status,
    message: member === undefined ? message[locale] : rolePermissionText(member, locale),
    code,
    requestId,
    ...(fields.length > 0 && {
      fields: fields.map(({ path, code: fieldCode }) => ({
        path,
        code: fieldCode,
        message: FIELD_TEXTS[fieldCode][locale],
      })),
    }),
    ...(blockedBy.length > 0 && { blockedBy: [...blockedBy] }),
    ...(member !== undefined && { member: { ...member, allowed: [...member.allowed] } }),
    ...(secondFactor !== undefined && { secondFactor }),
    ...(changed !== undefined && { changed: { ...changed, at: changed.at.toISOString() } }),
    ...(funds !== undefined && {
      funds: {
        available: formatAmount(funds.availableMinor, funds.currency),
        needed: formatAmount(funds.neededMinor, funds.currency),
        currency: funds.currency,
      },
    }),
    ...(limit !== undefined && {
      limit: { amount: formatAmount(limit.amountMinor, limit.currency), currency: limit.currency },
    }),
  };
}
