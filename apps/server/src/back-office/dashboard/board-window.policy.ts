import type { BoardWindow } from "@tessera/contract/back-office/dashboard.schemas";

const HOUR_MS = 3_600_000;
const HOURS = 24;
const DAYS = { "7d": 7, "30d": 30 } as const;

/** Returns the date at a given time in a time zone, such as `2026-11-20`. */
function dayOf(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(at);
}

/**
 * Returns the first full hour of the day that contains a given time, but never an hour later than
 * that time. Counters cover whole UTC hours, so a day that starts at half past a UTC hour is
 * counted from the next full hour.
 */
function beginningOf(at: Date, timeZone: string): Date {
  const day = dayOf(at, timeZone);
  let start = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
  for (let hours = 0; hours < HOURS + 1; hours += 1) {
    const before = new Date(start.getTime() - HOUR_MS);
    if (dayOf(before, timeZone) !== day) {
      return start;
    }
    start = before;
  }
  return start;
}

/**
 * Returns the start of each hour in a window, or of each day in the program's time zone, oldest
 * first. The last one is still in progress.
 */
export function windowStarts(window: BoardWindow, now: Date, timeZone: string): Date[] {
  if (window === "24h") {
    const last = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
    return Array.from(
      { length: HOURS },
      (_, place) => new Date(last - (HOURS - 1 - place) * HOUR_MS),
    );
  }
  const starts: Date[] = [];
  for (let at = now; starts.length < DAYS[window]; ) {
    const start = beginningOf(at, timeZone);
    starts.unshift(start);
    at = new Date(start.getTime() - 1);
  }
  return starts;
}
