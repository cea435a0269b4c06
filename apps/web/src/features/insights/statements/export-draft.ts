import type { MovementKind } from "@tessera/contract/insights/bills.schemas";
import type {
  CreateExportBody,
  ExportFormat,
  ReconciliationExport,
} from "@tessera/contract/insights/statements.schemas";
import { CURRENCIES, type CurrencyCode } from "@tessera/money";
import { parseDay } from "../../../lib/time/days.ts";
import { dayIn } from "./time-zones.ts";

/** The days that a statement covers: a named period, or typed days. */
export type Period = "this-month" | "last-month" | "this-quarter" | "custom";

/** A statement that is being requested. */
export interface ExportDraft {
  readonly period: Period;
  /** First day; used only if the days were typed. */
  readonly fromDay: string;
  readonly toDay: string;
  readonly timeZone: string;
  readonly accounts: readonly CurrencyCode[];
  /** Ids of the included cards; undefined for all cards, including those created later. */
  readonly cards: readonly string[] | undefined;
  /** The included movement types; undefined for all types. */
  readonly kinds: readonly MovementKind[] | undefined;
  readonly format: ExportFormat;
}

export interface Days {
  readonly fromDay: string;
  readonly toDay: string;
}

/** Returns a draft for a statement of all movements this month. */
export function emptyDraft(timeZone: string): ExportDraft {
  return {
    period: "this-month",
    fromDay: "",
    toDay: "",
    timeZone,
    accounts: CURRENCIES,
    cards: undefined,
    kinds: undefined,
    format: "xlsx",
  };
}

function dayOf(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

/**
 * Returns the first and last day of a draft, both inclusive. A period that has not ended yet ends
 * today.
 */
export function daysOf({ period, timeZone, ...typed }: ExportDraft, now: Date): Days {
  const today = dayIn(timeZone, now);
  const [year = 0, month = 1] = today.split("-").map(Number);
  switch (period) {
    case "this-month":
      return { fromDay: dayOf(year, month, 1), toDay: today };
    case "last-month":
      return { fromDay: dayOf(year, month - 1, 1), toDay: dayOf(year, month, 0) };
    case "this-quarter":
      return { fromDay: dayOf(year, month - ((month - 1) % 3), 1), toDay: today };
    case "custom":
      return { fromDay: typed.fromDay, toDay: typed.toDay };
  }
}

/** Reason why a draft cannot be sent. */
export type DraftProblem =
  | "no-first-day"
  | "no-last-day"
  | "backwards"
  | "not-yet"
  | "nothing-chosen";

/** Returns the first reason why a draft cannot be sent, if any. */
export function problemOf(draft: ExportDraft, now: Date): DraftProblem | undefined {
  const { fromDay, toDay } = daysOf(draft, now);
  if (parseDay(fromDay) === undefined) {
    return "no-first-day";
  }
  if (parseDay(toDay) === undefined) {
    return "no-last-day";
  }
  if (fromDay > toDay) {
    return "backwards";
  }
  if (fromDay > dayIn(draft.timeZone, now)) {
    return "not-yet";
  }
  return draft.accounts.length === 0 && draft.cards?.length === 0 ? "nothing-chosen" : undefined;
}

/** Returns the request body for a draft. */
export function bodyOf(draft: ExportDraft, now: Date): CreateExportBody {
  const { timeZone, accounts, cards, kinds, format } = draft;
  return {
    ...daysOf(draft, now),
    timeZone,
    accounts: [...accounts],
    ...(cards !== undefined && { cards: [...cards] }),
    ...(kinds !== undefined && { kinds: [...kinds] }),
    format,
  };
}

/** Returns the request body that repeats an earlier export. */
export function bodyAgain(asked: ReconciliationExport): CreateExportBody {
  const { fromDay, toDay, timeZone, accounts, cards, kinds, format } = asked;
  return {
    fromDay,
    toDay,
    timeZone,
    accounts,
    ...(cards !== undefined && { cards }),
    ...(kinds !== undefined && { kinds }),
    format,
  };
}
