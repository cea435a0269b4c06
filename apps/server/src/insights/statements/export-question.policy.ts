import type { Locale } from "@tessera/contract/errors/locales";
import { MOVEMENT_KINDS, type MovementKind } from "@tessera/contract/insights/bills.schemas";
import {
  type CreateExportBody,
  type ExportFormat,
  MAX_EXPORT_YEARS,
} from "@tessera/contract/insights/statements.schemas";
import { CURRENCIES, type CurrencyCode } from "@tessera/money";

/**
 * The parameters of an export in canonical form, so that equal ones have equal texts. Days are
 * whole days in the zone.
 */
export interface ExportQuestion {
  readonly fromDay: string;
  readonly toDay: string;
  readonly timeZone: string;
  readonly accounts: readonly CurrencyCode[];
  /** Wire ids; null for every card. */
  readonly cards: readonly string[] | null;
  /** Null for every kind. */
  readonly kinds: readonly MovementKind[] | null;
  readonly format: ExportFormat;
  /** The language of titles, and of an XLSX file's labels. */
  readonly language: Locale;
}

/** Returns the canonical parameters of a request. */
export function questionOf(body: CreateExportBody, language: Locale): ExportQuestion {
  const kinds = MOVEMENT_KINDS.filter((kind) => body.kinds?.includes(kind) === true);
  return {
    fromDay: body.fromDay,
    toDay: body.toDay,
    timeZone: body.timeZone,
    accounts: CURRENCIES.filter((currency) => body.accounts.includes(currency)),
    cards: body.cards === undefined ? null : [...new Set(body.cards)].sort(),
    kinds: kinds.length === 0 || kinds.length === MOVEMENT_KINDS.length ? null : kinds,
    format: body.format,
    language,
  };
}

/** Returns the problems of the parameters themselves, as fields of the call. */
export function problemsOf(
  question: ExportQuestion,
): { readonly path: string; readonly code: "out_of_range" | "required" }[] {
  const { fromDay, toDay, accounts, cards } = question;
  const latest = `${Number(fromDay.slice(0, 4)) + MAX_EXPORT_YEARS}${fromDay.slice(4)}`;
  return [
    ...(toDay < fromDay || toDay >= latest
      ? [{ path: "toDay", code: "out_of_range" } as const]
      : []),
    ...(accounts.length === 0 && cards?.length === 0
      ? [{ path: "accounts", code: "required" } as const]
      : []),
  ];
}

/** Returns the name under which the downloaded file is saved. */
export function fileNameOf({ fromDay, toDay, format }: ExportQuestion): string {
  return `tessera-${fromDay}-${toDay}.${format}`;
}
