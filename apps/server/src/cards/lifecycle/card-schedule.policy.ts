import { type ScheduleWindow, WEEKDAYS } from "@tessera/contract/cards/cards.schemas";

const DAY_MINUTES = 24 * 60;
const WEEK_MINUTES = WEEKDAYS.length * DAY_MINUTES;

/** A moment on the programme's clock. */
export interface WeekTime {
  /** `2026-11-21` */
  readonly day: string;
  readonly minuteOfDay: number;
}

/** A rest that is going on, as minutes on the programme's clock. */
export interface Rest {
  readonly sinceMinutes: number;
  /** Null where the card never wakes. */
  readonly leftMinutes: number | null;
}

/** From the minute `from` of a week on, for `length` minutes. */
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
  // The same time twice is a whole day, an earlier one is on the day after.
  const length = (minuteOf(to) - fromMinute + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
  return days.map((day) => ({ from: WEEKDAYS.indexOf(day) * DAY_MINUTES + fromMinute, length }));
}

/** Whether a card rests at a moment of the programme's clock. */
export function restsAt(windows: readonly ScheduleWindow[], at: WeekTime): boolean {
  return isResting(windows.flatMap(spansOf), minuteOfWeek(at));
}

/**
 * The rest that goes on at a moment; undefined where there is none. Windows that touch or overlap
 * are one rest. Where clocks change during it, the figures are off by what they change.
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

/** How many minutes in a row are rest, this one and those after (1) or before (-1) it. */
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
