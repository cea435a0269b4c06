import type { Config } from "../../platform/config/config.ts";
import type { DecisionTime } from "./decision.policy.ts";
import { calendarOf } from "./program-calendar.policy.ts";

/** Converts a timestamp to the form decisions use, in the program's time zone. */
export function decisionTime(
  { config }: { readonly config: Pick<Config, "timeZone"> },
  now: Date,
): DecisionTime {
  const calendar = calendarOf(config.timeZone);
  return { now, period: calendar.periodAt(now), minuteOfDay: calendar.minuteAt(now) };
}
