import { calendarOf, type ProgramPeriod, periodIn } from "../../authorization/decision/index.ts";
import type { OrderRow } from "./auto-top-up.tables.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

type CalendarTerms = Pick<OrderRow, "trigger_kind" | "day" | "hour">;

/** A day on which a card is topped up, and when. */
export interface Slot {
  /** A day on the program's calendar. */
  readonly day: string;
  readonly at: Date;
}

/** Returns the day with the given date, on the program's calendar. */
function periodOfDay(timeZone: string, day: string): ProgramPeriod {
  const period = periodIn(timeZone, new Date(`${day}T12:00:00Z`));
  if (period.day === day) {
    return period;
  }
  const before = new Date(period.dayStartsAt.getTime() - 1);
  return periodIn(timeZone, period.day < day ? period.dayResetsAt : before);
}

/** Returns when a day begins on the program's calendar. */
function startOfDay(timeZone: string, day: string): Date {
  return periodOfDay(timeZone, day).dayStartsAt;
}

/** Returns an hour of a day. An hour that is skipped when clocks change is the next one. */
function hourOfDay(timeZone: string, day: string, hour: number): Date {
  const { dayStartsAt } = periodOfDay(timeZone, day);
  const usual = dayStartsAt.getTime() + hour * HOUR_MS;
  const calendar = calendarOf(timeZone);
  const times = [-HOUR_MS, 0, HOUR_MS].map((shift) => new Date(usual + shift));
  const isDay = (at: Date) => calendar.periodAt(at).day === day;
  return times.find((at) => isDay(at) && calendar.minuteAt(at) >= hour * 60) ?? new Date(usual);
}

function dateOf(year: number, month: number, date: number): string {
  return new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);
}

/** Returns the days around a given day that the order names, earliest first. */
function daysAround({ trigger_kind: kind, day }: CalendarTerms, today: string): string[] {
  const [year = 0, month = 1, date = 1] = today.split("-").map(Number);
  const wanted = day ?? 1;
  if (kind === "week") {
    const weekday = ((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
    const first = date + ((wanted - weekday + 7) % 7);
    return [first, first + 7].map((one) => dateOf(year, month - 1, one));
  }
  return [0, 1].map((later) => {
    const last = new Date(Date.UTC(year, month + later, 0)).getUTCDate();
    return dateOf(year, month - 1 + later, Math.min(wanted, last));
  });
}

/** Returns the first time after `after` at which an order for days tops up its card. */
export function nextSlot(order: CalendarTerms, after: Date, timeZone: string): Slot {
  const slots = daysAround(order, periodIn(timeZone, after).day).map((day) => ({
    day,
    at: hourOfDay(timeZone, day, order.hour ?? 0),
  }));
  const next = slots.find(({ at }) => at > after);
  if (next === undefined) {
    throw new Error(`no day follows ${after.toISOString()}`);
  }
  return next;
}

/**
 * Returns the latest time up to `now` at which an order for days tops up its card, if it is within
 * the last day.
 */
export function latestSlot(order: CalendarTerms, now: Date, timeZone: string): Slot | undefined {
  const slot = nextSlot(order, new Date(now.getTime() - DAY_MS), timeZone);
  return slot.at <= now ? slot : undefined;
}

/** Returns when a card is topped up for a charge that is expected on a day. */
export function timeBeforeCharge(timeZone: string, expectedOn: string, hoursBefore: number): Date {
  return new Date(startOfDay(timeZone, expectedOn).getTime() - hoursBefore * HOUR_MS);
}
