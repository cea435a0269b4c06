import type { Locale } from "../../lib/locale.ts";

const ENGLISH_MONTHS = [
  "Jan",
  "Feb",
  "Mar",
  "Apr",
  "May",
  "Jun",
  "Jul",
  "Aug",
  "Sep",
  "Oct",
  "Nov",
  "Dec",
] as const;

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/** Formats a time on a 24-hour clock, in every language: `13:42`. */
export function formatTime(date: Date): string {
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** Formats a day: `20 Nov` or `11 月 20 日`; includes the year if it is not the current year. */
export function formatDay(date: Date, locale: Locale, now: Date): string {
  const withYear = date.getFullYear() !== now.getFullYear();
  const month = date.getMonth();
  const day = date.getDate();
  if (locale === "en") {
    const text = `${day} ${ENGLISH_MONTHS[month] ?? ""}`;
    return withYear ? `${text} ${date.getFullYear()}` : text;
  }
  const text = `${month + 1} 月 ${day} 日`;
  return withYear ? `${date.getFullYear()} 年 ${text}` : text;
}

/** Formats a month, including the year if it is not the current year: `November`, `2025 年 11 月`. */
export function formatMonth(date: Date, locale: Locale, now: Date): string {
  const [year, month] = [date.getFullYear(), date.getMonth() + 1];
  const withYear = year !== now.getFullYear();
  if (locale !== "en") {
    return withYear ? `${year} 年 ${month} 月` : `${month} 月`;
  }
  const name = new Intl.DateTimeFormat("en", { month: "long" }).format(date);
  return withYear ? `${name} ${year}` : name;
}

const TODAY: Readonly<Record<Locale, string>> = { en: "Today", "zh-CN": "今天", "zh-TW": "今天" };
const YESTERDAY: Readonly<Record<Locale, string>> = {
  en: "Yesterday",
  "zh-CN": "昨天",
  "zh-TW": "昨天",
};

function dayNumber(date: Date): number {
  return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
}

/** Formats a day as "today", "yesterday", or its date. */
export function formatRelativeDay(date: Date, locale: Locale, now: Date): string {
  const age = dayNumber(now) - dayNumber(date);
  if (age === 0) {
    return TODAY[locale];
  }
  return age === 1 ? YESTERDAY[locale] : formatDay(date, locale, now);
}

/**
 * Formats a point in time, showing only the time if it is today, otherwise the day and time:
 * `13:42`, `Yesterday, 18:31`.
 */
export function formatMoment(date: Date, locale: Locale, now: Date): string {
  const time = formatTime(date);
  if (dayNumber(now) === dayNumber(date)) {
    return time;
  }
  const day = formatRelativeDay(date, locale, now);
  return locale === "en" ? `${day}, ${time}` : `${day} ${time}`;
}

/** Formats a point in time with the year and UTC offset, for text that may be read much later. */
export function formatFullMoment(date: Date, locale: Locale): string {
  const [month, day, year] = [date.getMonth(), date.getDate(), date.getFullYear()];
  const dayText =
    locale === "en"
      ? `${day} ${ENGLISH_MONTHS[month] ?? ""} ${year}`
      : `${year} 年 ${month + 1} 月 ${day} 日`;
  const minutes = -date.getTimezoneOffset();
  const [ahead, size] = [minutes < 0 ? "\u2212" : "+", Math.abs(minutes)];
  const zone = minutes === 0 ? "" : `${ahead}${Math.floor(size / 60)}:${twoDigits(size % 60)}`;
  return `${dayText} ${formatTime(date)} UTC${zone}`;
}

/** Formats a point in time for tight spaces: the time if today, otherwise only the day. */
export function formatBrief(date: Date, locale: Locale, now: Date): string {
  return dayNumber(now) === dayNumber(date)
    ? formatTime(date)
    : formatRelativeDay(date, locale, now);
}

/** Returns a local day as a grouping key: `2026-11-20`. */
export function dayKey(date: Date): string {
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}
