import type { Locale } from "@tessera/contract/errors/locales";
import { MOVEMENT_KINDS, type MovementKind } from "@tessera/contract/insights/bills.schemas";
import {
  type CreateExportBody,
  type ExportFormat,
  MAX_EXPORT_YEARS,
} from "@tessera/contract/insights/statements.schemas";
import { CURRENCIES, type CurrencyCode } from "@tessera/money";

/**
 * The parameters of an export in canonical form, so that equal parameters have equal JSON. Days are
 * whole days in the time zone.
 */
export interface ExportQuestion {
  readonly fromDay: string;
  readonly toDay: string;
  readonly timeZone: string;
  readonly accounts: readonly CurrencyCode[];
  /** Wire ids of the cards; null for all cards. */
  readonly cards: readonly string[] | null;
  /** The kinds of movements; null for all kinds. */
  readonly kinds: readonly MovementKind[] | null;
  readonly format: ExportFormat;
  /** The language of titles and of labels in an XLSX file. */
  readonly language: Locale;
}

/** Returns the parameters of a request in canonical form. */
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

/**
 * Returns the problems in the parameters themselves, each with the request field that it is about.
 */
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

/** Returns the file name for the download. */
export function fileNameOf({ fromDay, toDay, format }: ExportQuestion): string {
  return `tessera-${fromDay}-${toDay}.${format}`;
}
