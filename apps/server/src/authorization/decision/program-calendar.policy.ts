/** The day, week, month and year used for limits, in the program's time zone. */
export interface ProgramPeriod {
  /** A date, such as `2026-11-21`. */
  readonly day: string;
  /** The Monday on which the week began, such as `2026-11-16`. */
  readonly week: string;
  /** A month, such as `2026-11`. */
  readonly month: string;
  /** A year, such as `2026`. */
  readonly year: string;
  readonly dayStartsAt: Date;
  readonly dayResetsAt: Date;
  readonly weekResetsAt: Date;
  readonly monthResetsAt: Date;
  readonly yearResetsAt: Date;
}

export interface ProgramCalendar {
  periodAt(at: Date): ProgramPeriod;
  /** Returns the number of minutes since 00:00 local time. */
  minuteAt(at: Date): number;
}

const calendars = new Map<string, ProgramCalendar>();

/** Returns the shared calendar for a time zone; see {@link programCalendar}. */
export function calendarOf(timeZone: string): ProgramCalendar {
  let calendar = calendars.get(timeZone);
  if (calendar === undefined) {
    calendar = programCalendar(timeZone);
    calendars.set(timeZone, calendar);
  }
  return calendar;
}

/** Returns the day, week, month and year that contain a given time, in a time zone. */
export function periodIn(timeZone: string, at: Date): ProgramPeriod {
  return calendarOf(timeZone).periodAt(at);
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/**
 * Returns the calendar for an IANA time zone. A day starts at its first instant, which is not
 * always 00:00 where clocks change at midnight.
 *
 * @throws RangeError for a time zone that the runtime does not know
 */
export function programCalendar(timeZone: string): ProgramCalendar {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  const dateOf = (atMs: number): string => format.format(atMs);
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const minuteOf = (atMs: number): number => {
    const [hour = 0, minute = 0] = clock.format(atMs).split(":").map(Number);
    return hour * 60 + minute;
  };
  let latest: ProgramPeriod | undefined;
  return {
    periodAt(at) {
      // Formatting a date would cost microseconds in every authorization, and nearly all
      // authorizations fall on the same day as the previous one.
      if (latest !== undefined && at >= latest.dayStartsAt && at < latest.dayResetsAt) {
        return latest;
      }
      latest = periodOf(dateOf(at.getTime()), dateOf);
      return latest;
    },
    minuteAt(at) {
      const { dayStartsAt, dayResetsAt } = this.periodAt(at);
      // Only days with a clock change need a minute-by-minute computation.
      return dayResetsAt.getTime() - dayStartsAt.getTime() === DAY_MS
        ? Math.floor((at.getTime() - dayStartsAt.getTime()) / MINUTE_MS)
        : minuteOf(at.getTime());
    },
  };
}

function periodOf(day: string, dateOf: (atMs: number) => string): ProgramPeriod {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const midnight = Date.UTC(year, month - 1, date);
  const daysIntoWeek = (new Date(midnight).getUTCDay() + 6) % 7;
  const monday = midnight - daysIntoWeek * DAY_MS;
  return {
    day,
    week: new Date(monday).toISOString().slice(0, 10),
    month: day.slice(0, 7),
    year: day.slice(0, 4),
    dayStartsAt: startOfDay(midnight, dateOf),
    dayResetsAt: startOfDay(midnight + DAY_MS, dateOf),
    weekResetsAt: startOfDay(monday + 7 * DAY_MS, dateOf),
    monthResetsAt: startOfDay(Date.UTC(year, month, 1), dateOf),
    yearResetsAt: startOfDay(Date.UTC(year + 1, 0, 1), dateOf),
  };
}

/** Finds by bisection the first instant whose local date equals the UTC date of `utcMidnightMs`. */
function startOfDay(utcMidnightMs: number, dateOf: (atMs: number) => string): Date {
  const wanted = new Date(utcMidnightMs).toISOString().slice(0, 10);
  let before = utcMidnightMs - DAY_MS;
  let from = utcMidnightMs + DAY_MS;
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (dateOf(middle) < wanted) {
      before = middle;
    } else {
      from = middle;
    }
  }
  return new Date(from);
}
