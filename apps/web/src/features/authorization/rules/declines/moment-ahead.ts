import type { Locale } from "../../../../lib/locale.ts";
import { formatDay, formatTime } from "../../../../ui/text/format-date.ts";

const WEEK_MS = 7 * 86_400_000;

/**
 * Formats a future time: `14:30` today, `Monday` or `Monday, 08:00` within a week, otherwise
 * `1 Dec`. The time of day is omitted at midnight.
 */
export function momentAhead(at: Date, locale: Locale, now: Date): string {
  const time = formatTime(at);
  if (at.toDateString() === now.toDateString()) {
    return time;
  }
  const isNear = at.getTime() - now.getTime() < WEEK_MS;
  const day = isNear
    ? new Intl.DateTimeFormat(locale, { weekday: "long" }).format(at)
    : formatDay(at, locale, now);
  if (time === "00:00") {
    return day;
  }
  return locale === "en" ? `${day}, ${time}` : `${day} ${time}`;
}
