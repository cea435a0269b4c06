import type { Locale } from "../locale.ts";
import { parseDay } from "./days.ts";

/** Value of a date input: a day (`2026-11-24`) or a moment (`2026-11-24T09:30`). */
export type TypedDateKind = "day" | "moment";

/**
 * Represents text that is not a date, so that a form can reject it. No valid date equals this
 * value.
 */
export const UNREADABLE_DATE = "unreadable";

const YEAR_FIRST = /^([0-9]{4})[-/.年 ]+([0-9]{1,2})[-/.月 ]+([0-9]{1,2})[日號号]?$/;
const DIGITS_ALONE = /^([0-9]{4})([0-9]{2})([0-9]{2})$/;
const MONTH_FIRST = /^([0-9]{1,2})[-/. ]+([0-9]{1,2})[-/. ]+([0-9]{4})$/;
const TIME = /^([01]?[0-9]|2[0-3])[:：.]([0-5][0-9])(?::00)?$/;

function isoOf(year = "", month = "", day = ""): string | undefined {
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return parseDay(iso) === undefined ? undefined : iso;
}

function dayIn(text: string, locale: Locale): string | undefined {
  const yearFirst = YEAR_FIRST.exec(text) ?? DIGITS_ALONE.exec(text);
  if (yearFirst !== null) {
    return isoOf(yearFirst[1], yearFirst[2], yearFirst[3]);
  }
  // Only in English does the month come first; in other languages, the first number might be the
  // day.
  const monthFirst = locale === "en" ? MONTH_FIRST.exec(text) : null;
  return monthFirst === null ? undefined : isoOf(monthFirst[3], monthFirst[1], monthFirst[2]);
}

function momentIn(text: string, locale: Locale): string | undefined {
  const match = /^(.+?)(?:\s+|T)([0-9]{1,2}[:：.][0-9]{2}(?::00)?)$/i.exec(text);
  const day = dayIn(match?.[1]?.trim() ?? "", locale);
  const time = TIME.exec(match?.[2] ?? "");
  return day === undefined || time === null
    ? undefined
    : `${day}T${time[1]?.padStart(2, "0")}:${time[2]}`;
}

/**
 * Parses typed text, in the user's format or with the year first, into an ISO day or local time;
 * undefined if no such date exists.
 */
export function readTypedDate(
  typed: string,
  kind: TypedDateKind,
  locale: Locale,
): string | undefined {
  const text = typed.normalize("NFKC").trim();
  return kind === "day" ? dayIn(text, locale) : momentIn(text, locale);
}

/** Formats an ISO day or local time in the user's format; empty if the text is neither. */
export function writeTypedDate(iso: string, locale: Locale): string {
  const [day = "", time] = iso.split("T");
  if (parseDay(day) === undefined) {
    return "";
  }
  const [year, month, date] = day.split("-");
  const written = locale === "en" ? `${month}/${date}/${year}` : day;
  return time === undefined ? written : `${written} ${time.slice(0, "00:00".length)}`;
}

/** Returns the user's date format as a pattern of letters: `MM/DD/YYYY`, `YYYY-MM-DD HH:MM`. */
export function typedDateFormat(kind: TypedDateKind, locale: Locale): string {
  const day = locale === "en" ? "MM/DD/YYYY" : "YYYY-MM-DD";
  return kind === "day" ? day : `${day} HH:MM`;
}
