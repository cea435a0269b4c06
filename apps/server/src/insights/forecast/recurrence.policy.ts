import type { Cadence } from "@tessera/contract/insights/forecast.schemas";
import { RECURRING_PAYMENTS_MIN } from "@tessera/contract/insights/forecast-figures";
import { dayNumber, dayOfNumber } from "./calendar-days.policy.ts";
import { RHYTHMS, type Rhythm, scheduleOf } from "./rhythms.policy.ts";
import { usualAmount } from "./usual-amount.policy.ts";

/** A merchant's charge, in minor units, and its day on the program's calendar. */
export interface PaidOn {
  readonly day: string;
  readonly amountMinor: bigint;
}

/** A merchant's recurring charges and the predicted next charge, in minor units. */
export interface Recurrence {
  readonly cadence: Cadence;
  readonly amountMinor: bigint;
  /** The day of the next charge, which may be overdue. */
  readonly expectedOn: string;
  occurrencesUntil(day: string): string[];
  readonly priceRise?: {
    readonly fromMinor: bigint;
    readonly toMinor: bigint;
    readonly since: string;
  };
}

/**
 * Number of most recent payments to consider. Older payments do not show how a merchant charges
 * now.
 */
const PAYMENTS_LOOKED_AT = 6;

/** Merges charges on the same day, since several seats or plans make up one bill. */
function byDay(payments: readonly PaidOn[]): { day: number; amountMinor: bigint }[] {
  const sums = new Map<number, bigint>();
  for (const { day, amountMinor } of payments) {
    const number = dayNumber(day);
    sums.set(number, (sums.get(number) ?? 0n) + amountMinor);
  }
  return [...sums]
    .map(([day, amountMinor]) => ({ day, amountMinor }))
    .sort((a, b) => a.day - b.day);
}

/** Returns the latest payments that have no long pause between them. */
function latestRun<P extends { readonly day: number }>(days: readonly P[], { pauseDays }: Rhythm) {
  const pause = days.findLastIndex(
    ({ day }, place) => place > 0 && day - (days[place - 1]?.day ?? day) > pauseDays,
  );
  return days.slice(Math.max(pause, 0)).slice(-PAYMENTS_LOOKED_AT);
}

function inRhythm(
  rhythm: Rhythm,
  days: readonly { readonly day: number; readonly amountMinor: bigint }[],
  today: number,
): Recurrence | undefined {
  const run = latestRun(days, rhythm);
  if (run.length < RECURRING_PAYMENTS_MIN) {
    return undefined;
  }
  const schedule = scheduleOf(
    rhythm,
    run.map(({ day }) => day),
  );
  const usual = usualAmount(run.map(({ amountMinor }) => amountMinor));
  if (schedule === undefined || usual === undefined) {
    return undefined;
  }
  const next = schedule(run.length);
  if (next + rhythm.graceDays < today) {
    return undefined;
  }
  const { amountMinor, rise } = usual;
  const since = rise === undefined ? undefined : run[rise.place]?.day;
  return {
    cadence: rhythm.cadence,
    amountMinor,
    expectedOn: dayOfNumber(next),
    occurrencesUntil: (day) => occurrences(schedule, run.length, dayNumber(day)),
    ...(rise !== undefined &&
      since !== undefined && {
        priceRise: {
          fromMinor: rise.fromMinor,
          toMinor: amountMinor,
          since: dayOfNumber(since),
        },
      }),
  };
}

function occurrences(schedule: (place: number) => number, from: number, until: number): string[] {
  const days: string[] = [];
  for (let place = from; schedule(place) <= until; place++) {
    days.push(dayOfNumber(schedule(place)));
  }
  return days;
}

/**
 * Detects whether a merchant charges every week, month or year, and predicts the next charges.
 * Requires at least three payments since the last long pause, each on schedule and with similar
 * amounts. Several payments on one day count as one. Payments between the scheduled days break the
 * pattern, so that a daily coffee does not count as a recurring charge.
 *
 * @param payments in any order
 * @param today the current day on the program's calendar
 */
export function recurrenceOf(payments: readonly PaidOn[], today: string): Recurrence | undefined {
  const days = byDay(payments);
  for (const rhythm of RHYTHMS) {
    const found = inRhythm(rhythm, days, dayNumber(today));
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}
