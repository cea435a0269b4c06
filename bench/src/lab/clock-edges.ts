/** A moment at which a day, a month, a year or the difference to UTC changes. */
export interface ClockEdge {
  readonly name: string;
  readonly at: Date;
}

/** Time zones of the servers' machines. The clocks of two of them are changed twice a year. */
export const TIME_ZONES = ["America/New_York", "Asia/Kathmandu", "Europe/Berlin"] as const;

const HOUR_MS = 3_600_000;
/** Both changes of a year, and some days. */
const SEARCHED_HOURS = 24 * 400;
const MARCH = 2;
const MOST_YEARS_BETWEEN_LEAP_DAYS = 8;

/** Returns the next change of a time zone's difference to UTC. */
function nextChange(timeZone: string, after: Date): Date {
  const format = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  const offsetAt = (ms: number) =>
    format.formatToParts(ms).find(({ type }) => type === "timeZoneName")?.value;
  const first = Math.floor(after.getTime() / HOUR_MS) * HOUR_MS;
  const before = offsetAt(first);
  for (let hour = 1; hour < SEARCHED_HOURS; hour += 1) {
    if (offsetAt(first + hour * HOUR_MS) !== before) {
      return new Date(first + hour * HOUR_MS);
    }
  }
  throw new RangeError(`the clocks of ${timeZone} are not changed`);
}

/** Returns the beginning of the next leap day in UTC. */
function nextLeapDay(after: Date): Date {
  for (let years = 0; years <= MOST_YEARS_BETWEEN_LEAP_DAYS; years += 1) {
    const at = new Date(Date.UTC(after.getUTCFullYear() + years, 1, 29));
    // In other years, this is the first of March.
    if (at.getUTCMonth() < MARCH && at > after) {
      return at;
    }
  }
  throw new RangeError("there is no leap day");
}

/** Returns the beginning of the next month in UTC. */
export function nextMonth(after: Date): ClockEdge {
  const at = new Date(Date.UTC(after.getUTCFullYear(), after.getUTCMonth() + 1, 1));
  return { name: "the end of a month", at };
}

/** Returns the edges to cross after a moment, in the order in which they come. */
export function edgesAfter(now: Date): ClockEdge[] {
  const leapDay = nextLeapDay(now);
  const edges = [
    nextMonth(now),
    { name: "the end of a year", at: new Date(Date.UTC(now.getUTCFullYear() + 1, 0, 1)) },
    { name: "the clock change in New York", at: nextChange("America/New_York", now) },
    { name: "the clock change in Berlin", at: nextChange("Europe/Berlin", now) },
    { name: "the beginning of a leap day", at: leapDay },
    { name: "the end of a leap day", at: new Date(leapDay.getTime() + 24 * HOUR_MS) },
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime());
  // In December, a month and a year end at once.
  return edges.filter(({ at }, index) => at.getTime() !== edges[index - 1]?.at.getTime());
}
