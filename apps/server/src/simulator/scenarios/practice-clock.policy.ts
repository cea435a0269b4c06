import { PRACTICE_YEARS, type PracticeLeap } from "@tessera/contract/simulator/scenarios.schemas";

/** A duration in a single unit, which is all that scenarios need. */
export type Span =
  | { readonly minutes: number }
  | { readonly hours: number }
  | { readonly days: number }
  | { readonly months: number };

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const WEEK: Span = { days: 7 };

const LEAPS: Readonly<Record<PracticeLeap, Span>> = {
  PT1H: { hours: 1 },
  P1D: { days: 1 },
  P1W: WEEK,
  P1M: { months: 1 },
};

/**
 * Returns the time after a given duration. If adding months leads to a day that does not exist in
 * the resulting month, returns that month's last day.
 */
export function after(at: Date, span: Span): Date {
  if ("months" in span) {
    return monthsAfter(at, span.months);
  }
  const ms =
    "minutes" in span
      ? span.minutes * MINUTE_MS
      : "hours" in span
        ? span.hours * HOUR_MS
        : span.days * DAY_MS;
  return new Date(at.getTime() + ms);
}

/** Returns the clock's time after a leap by one of the durations that the API offers. */
export function leap(at: Date, by: PracticeLeap): Date {
  return after(at, LEAPS[by]);
}

/** Returns the latest time that a simulation's clock can be moved to. */
export function endOfPractice(startedAt: Date): Date {
  return monthsAfter(startedAt, 12 * PRACTICE_YEARS);
}

/** Formats a duration in ISO 8601. */
export function isoSpan(span: Span): string {
  if ("months" in span) {
    return `P${span.months}M`;
  }
  if ("days" in span) {
    return `P${span.days}D`;
  }
  return "hours" in span ? `PT${span.hours}H` : `PT${span.minutes}M`;
}

function monthsAfter(at: Date, months: number): Date {
  const moved = new Date(at);
  moved.setUTCDate(1);
  moved.setUTCMonth(at.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0));
  moved.setUTCDate(Math.min(at.getUTCDate(), lastDay.getUTCDate()));
  return moved;
}
