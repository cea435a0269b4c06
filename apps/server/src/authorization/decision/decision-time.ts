import type { Config } from "../../platform/config/config.ts";
import type { DecisionTime } from "./decision.policy.ts";
import { calendarOf } from "./program-calendar.policy.ts";

/** A moment as decisions see it, in the programme's time zone. */
export function decisionTime(
  { config }: { readonly config: Pick<Config, "timeZone"> },
  now: Date,
): DecisionTime {
  const calendar = calendarOf(config.timeZone);
  return { now, period: calendar.periodAt(now), minuteOfDay: calendar.minuteAt(now) };
}
