import { periodIn } from "../../authorization/decision/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { daysUpTo } from "./figure-days.policy.ts";

/** How far back a picture goes where nobody says. */
export const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;

/** What a picture shows: its days by the programme's calendar, and when the first one began. */
export interface FigurePeriod {
  readonly days: readonly string[];
  readonly startsAt: Date;
}

/** The days up to today, so many of them. */
export function figurePeriod(context: AppContext, count: number): FigurePeriod {
  const { timeZone } = context.config;
  const now = context.clock.now();
  const days = daysUpTo(periodIn(timeZone, now).day, count);
  // Noon is on its own day in every zone that is less than twelve hours off; the search for the
  // right one begins there, a day early, and needs one step at most.
  const [first = ""] = days;
  let period = periodIn(timeZone, new Date(Date.parse(`${first}T12:00:00Z`) - DAY_MS));
  while (period.day < first) {
    period = periodIn(timeZone, period.dayResetsAt);
  }
  return { days, startsAt: period.dayStartsAt };
}
