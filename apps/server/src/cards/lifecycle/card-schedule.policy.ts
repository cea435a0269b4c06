import { type ScheduleWindow, WEEKDAYS } from "@tessera/contract/cards/cards.schemas";

const DAY_MINUTES = 24 * 60;
const WEEK_MINUTES = WEEKDAYS.length * DAY_MINUTES;

/** A time of the week in the program's time zone. */
export interface WeekTime {
  /** A date, such as `2026-11-21`. */
  readonly day: string;
  readonly minuteOfDay: number;
}

/** A pause in progress, in minutes on the program's clock. */
export interface Rest {
  readonly sinceMinutes: number;
  /** Null if the pause never ends. */
  readonly leftMinutes: number | null;
}

/** A span that starts at minute `from` of the week and lasts `length` minutes. */
interface Span {
  readonly from: number;
  readonly length: number;
}

function minuteOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}

function spansOf({ days, from, to }: ScheduleWindow): Span[] {
  const fromMinute = minuteOf(from);
  // If both times are equal, the window lasts a full day. If the end is before the start, it is on
  // the next day.
  const length = (minuteOf(to) - fromMinute + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
  return days.map((day) => ({ from: WEEKDAYS.indexOf(day) * DAY_MINUTES + fromMinute, length }));
}

/** Returns whether a card is paused by its schedule at a given time on the program's clock. */
export function restsAt(windows: readonly ScheduleWindow[], at: WeekTime): boolean {
  return isResting(windows.flatMap(spansOf), minuteOfWeek(at));
}

/**
 * Returns the pause in progress at a given time, or undefined if there is none. Windows that touch
 * or overlap count as one pause. If daylight saving time starts or ends during the pause, the
 * number of minutes is off by the clock change.
 */
export function restAt(windows: readonly ScheduleWindow[], at: WeekTime): Rest | undefined {
  const spans = windows.flatMap(spansOf);
  const now = minuteOfWeek(at);
  if (!isResting(spans, now)) {
    return undefined;
  }
  const leftMinutes = lengthOf(spans, now, 1);
  return {
    sinceMinutes: lengthOf(spans, now, -1) - 1,
    leftMinutes: leftMinutes === WEEK_MINUTES ? null : leftMinutes,
  };
}

function minuteOfWeek({ day, minuteOfDay }: WeekTime): number {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % WEEKDAYS.length;
  return weekday * DAY_MINUTES + minuteOfDay;
}

function isResting(spans: readonly Span[], minute: number): boolean {
  return spans.some(({ from, length }) => (minute - from + WEEK_MINUTES) % WEEK_MINUTES < length);
}

/**
 * Counts consecutive paused minutes forward (1) or backward (-1), starting with the current minute.
 */
function lengthOf(spans: readonly Span[], now: number, step: 1 | -1): number {
  let minutes = 0;
  while (
    minutes < WEEK_MINUTES &&
    isResting(spans, (now + step * minutes + WEEK_MINUTES) % WEEK_MINUTES)
  ) {
    minutes += 1;
  }
  return minutes;
}
