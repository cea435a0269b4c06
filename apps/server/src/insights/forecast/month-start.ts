import { type ProgramPeriod, periodIn } from "../../authorization/decision/index.ts";

/** A duration that is longer than any time zone's offset and shorter than a month. */
const BEFORE_ANY_ZONE_MS = 36 * 3_600_000;

/** Returns the start of the program's month, which is also the end of the previous month. */
export function monthStart(timeZone: string, { month }: ProgramPeriod): Date {
  const inMonthBefore = new Date(Date.parse(`${month}-01T00:00:00Z`) - BEFORE_ANY_ZONE_MS);
  return periodIn(timeZone, inMonthBefore).monthResetsAt;
}
