import type { Locale } from "../../lib/locale.ts";
import { parseMonth } from "./movement-search.ts";

/** A month by its name, with the year when it is not this one: `November`, `2025 年 11 月`. */
export function monthName(text: string, locale: Locale, now: Date): string {
  const parsed = parseMonth(text);
  if (parsed === undefined) {
    return text;
  }
  const [year, month] = parsed;
  const withYear = year !== now.getFullYear();
  if (locale !== "en") {
    return withYear ? `${year} 年 ${month + 1} 月` : `${month + 1} 月`;
  }
  const name = new Intl.DateTimeFormat("en", { month: "long" }).format(new Date(year, month, 1));
  return withYear ? `${name} ${year}` : name;
}
