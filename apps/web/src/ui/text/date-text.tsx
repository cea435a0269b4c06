import { useLocale } from "../../lib/locale.ts";
import {
  formatBrief,
  formatDay,
  formatMoment,
  formatRelativeDay,
  formatTime,
} from "./format-date.ts";

interface DateTextProps {
  /** Time in RFC 3339, as in the API. */
  readonly at: string;
  /**
   * `moment`: the time if today, otherwise day and time. `brief`: the time if today, otherwise only
   * the day. `relative`: today, yesterday, or the day.
   */
  readonly format?: "moment" | "brief" | "relative" | "day" | "time";
  /** Whether the text may wrap, for places where large text does not fit on one line. */
  readonly wraps?: boolean;
}

/** Renders a time in the reader's language and time zone. */
export function DateText({ at, format = "moment", wraps = false }: DateTextProps) {
  const locale = useLocale();
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) {
    return null;
  }
  const now = new Date();
  const texts = {
    brief: () => formatBrief(date, locale, now),
    moment: () => formatMoment(date, locale, now),
    relative: () => formatRelativeDay(date, locale, now),
    day: () => formatDay(date, locale, now),
    time: () => formatTime(date),
  };
  return (
    <time dateTime={at} className={wraps ? undefined : "whitespace-nowrap"}>
      {texts[format]()}
    </time>
  );
}
