import type { Cadence } from "@tessera/contract/insights/forecast.schemas";
import { dayInMonth, dayOfNumber } from "./calendar-days.policy.ts";

/** Returns the due day of the payment at a given position, counted from 0. Days are day numbers. */
export type Schedule = (place: number) => number;

/** A charging interval, and how closely a merchant has to stick to it. */
export interface Rhythm {
  readonly cadence: Cadence;
  /**
   * Number of days early or late that still count as on time, since weekends and holidays shift
   * charges.
   */
  readonly toleranceDays: number;
  /** Number of days without a charge after which further charges count as a new subscription. */
  readonly pauseDays: number;
  /** Number of days overdue after which a charge is no longer expected. */
  readonly graceDays: number;
  /** Returns the schedules that a first payment on a given day could belong to. */
  schedulesFrom(first: number): Schedule[];
}

function around(day: number, days: number): number[] {
  return Array.from({ length: 2 * days + 1 }, (_, place) => day - days + place);
}

function partsOf(day: number): { year: number; month: number; date: number } {
  const [year = 0, month = 1, date = 1] = dayOfNumber(day).split("-").map(Number);
  return { year, month: month - 1, date };
}

const WEEKLY_TOLERANCE = 1;
const MONTHLY_TOLERANCE = 3;
const YEARLY_TOLERANCE = 7;

const WEEKLY: Rhythm = {
  cadence: "weekly",
  toleranceDays: WEEKLY_TOLERANCE,
  pauseDays: 9,
  graceDays: 2,
  schedulesFrom: (first) =>
    around(first, WEEKLY_TOLERANCE).map((start) => (place) => start + 7 * place),
};

const MONTHLY: Rhythm = {
  cadence: "monthly",
  toleranceDays: MONTHLY_TOLERANCE,
  pauseDays: 37,
  graceDays: 5,
  // Monthly charges fall on the same day of each month, or on the last day if the month is shorter:
  // Jan 31, Feb 28, Mar 31.
  schedulesFrom(first) {
    const { year, month } = partsOf(first);
    return [-1, 0, 1].flatMap((offset) =>
      Array.from(
        { length: 31 },
        (_, index): Schedule =>
          (place) =>
            dayInMonth(year, month + offset + place, index + 1),
      ),
    );
  },
};

const YEARLY: Rhythm = {
  cadence: "yearly",
  toleranceDays: YEARLY_TOLERANCE,
  pauseDays: 380,
  graceDays: 14,
  schedulesFrom: (first) =>
    around(first, YEARLY_TOLERANCE).map((start): Schedule => {
      const { year, month, date } = partsOf(start);
      return (place) => dayInMonth(year + place, month, date);
    }),
};

export const RHYTHMS: readonly Rhythm[] = [WEEKLY, MONTHLY, YEARLY];

/**
 * Returns the schedule that fits sorted days best, or undefined if no schedule is close enough to
 * all of them.
 */
export function scheduleOf(rhythm: Rhythm, days: readonly number[]): Schedule | undefined {
  const [first] = days;
  if (first === undefined) {
    return undefined;
  }
  let best: { readonly schedule: Schedule; readonly off: number } | undefined;
  for (const schedule of rhythm.schedulesFrom(first)) {
    const off = days.map((day, place) => Math.abs(day - schedule(place)));
    const total = off.reduce((sum, one) => sum + one, 0);
    if (off.every((one) => one <= rhythm.toleranceDays) && total < (best?.off ?? Infinity)) {
      best = { schedule, off: total };
    }
  }
  return best?.schedule;
}
