import { periodIn } from "../../authorization/decision/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { daysUpTo } from "./figure-days.policy.ts";

/** The default length of a chart, in days. */
export const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;

/** The period of a chart: its days on the program's calendar, and the start of the first day. */
export interface FigurePeriod {
  readonly days: readonly string[];
  readonly startsAt: Date;
}

/** Returns the period that consists of `count` days up to today. */
export function figurePeriod(context: AppContext, count: number): FigurePeriod {
  const { timeZone } = context.config;
  const now = context.clock.now();
  const days = daysUpTo(periodIn(timeZone, now).day, count);
  // Noon UTC falls on the same day in every zone whose offset is less than twelve hours. The search
  // starts at noon UTC one day earlier, and needs at most one step.
  const [first = ""] = days;
  let period = periodIn(timeZone, new Date(Date.parse(`${first}T12:00:00Z`) - DAY_MS));
  while (period.day < first) {
    period = periodIn(timeZone, period.dayResetsAt);
  }
  return { days, startsAt: period.dayStartsAt };
}
