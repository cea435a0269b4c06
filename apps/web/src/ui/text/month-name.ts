import type { Locale } from "../../lib/locale.ts";
import { parseMonth } from "../../lib/time/days.ts";
import { formatMonth } from "./format-date.ts";

/** Formats a month, including the year if it is not the current year: `November`, `2025 年 11 月`. */
export function monthName(text: string, locale: Locale, now: Date): string {
  const parsed = parseMonth(text);
  if (parsed === undefined) {
    return text;
  }
  const [year, month] = parsed;
  return formatMonth(new Date(year, month, 1), locale, now);
}
