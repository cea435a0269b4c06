/** The day and month that limits count in, as the programme's time zone has them. */
export interface ProgrammePeriod {
  /** `2026-11-21` */
  readonly day: string;
  /** `2026-11` */
  readonly month: string;
  readonly dayStartsAt: Date;
  readonly dayResetsAt: Date;
  readonly monthResetsAt: Date;
}

export interface ProgrammeCalendar {
  periodAt(at: Date): ProgrammePeriod;
}

const calendars = new Map<string, ProgrammeCalendar>();

/** The one calendar of a time zone; see {@link programmeCalendar}. */
export function periodIn(timeZone: string, at: Date): ProgrammePeriod {
  let calendar = calendars.get(timeZone);
  if (calendar === undefined) {
    calendar = programmeCalendar(timeZone);
    calendars.set(timeZone, calendar);
  }
  return calendar.periodAt(at);
}

const DAY_MS = 86_400_000;

/**
 * Days and months in one IANA time zone. A day starts at the first instant that bears its date,
 * which is not always 00:00 where clocks change at midnight.
 *
 * @throws RangeError for a time zone that the runtime does not know
 */
export function programmeCalendar(timeZone: string): ProgrammeCalendar {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  const dateOf = (atMs: number): string => format.format(atMs);
  let latest: ProgrammePeriod | undefined;
  return {
    periodAt(at) {
      // Formatting costs microseconds that an authorisation has better use for; nearly every
      // question is about the day of the one before.
      if (latest !== undefined && at >= latest.dayStartsAt && at < latest.dayResetsAt) {
        return latest;
      }
      latest = periodOf(dateOf(at.getTime()), dateOf);
      return latest;
    },
  };
}

function periodOf(day: string, dateOf: (atMs: number) => string): ProgrammePeriod {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  return {
    day,
    month: day.slice(0, 7),
    dayStartsAt: startOfDay(Date.UTC(year, month - 1, date), dateOf),
    dayResetsAt: startOfDay(Date.UTC(year, month - 1, date + 1), dateOf),
    monthResetsAt: startOfDay(Date.UTC(year, month, 1), dateOf),
  };
}

/** First instant whose local date is the one that `utcMidnightMs` has in UTC, by bisection. */
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
