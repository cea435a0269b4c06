import type { Locale } from "../../lib/locale.ts";
import { parseMonth } from "../../lib/time/days.ts";
import { formatMonth } from "./format-date.ts";

/** A month by its name, with the year when it is not this one: `November`, `2025 年 11 月`. */
export function monthName(text: string, locale: Locale, now: Date): string {
  const parsed = parseMonth(text);
  if (parsed === undefined) {
    return text;
  }
  const [year, month] = parsed;
  return formatMonth(new Date(year, month, 1), locale, now);
}
