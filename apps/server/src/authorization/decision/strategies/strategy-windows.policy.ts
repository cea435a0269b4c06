import type { StrategyWindow } from "@tessera/contract/authorization/risk.schemas";
import type { ProgramPeriod } from "../program-calendar.policy.ts";

/**
 * The counters of a window at a given time. Windows measured in days share one counter per day, and
 * windows measured in months share one per month. For example, a week is the sum of its days, and
 * the week's ceiling applies to today's counter. Counters are named `<unit>:<bucket>`, preceded by
 * the filter's hash unless every payment counts. Names with the same unit sort by time.
 */
export interface WindowAt {
  /** The counter for a payment made now. */
  readonly current: string;
  /** The oldest counter in the window. */
  readonly from: string;
  /**
   * Set near a rollover within the window: a counter that includes payments on both sides of the
   * rollover, so that the ledger can check their sum against the ceiling.
   */
  readonly turn: string | undefined;
  /** The time span for which these counters apply, including its start but not its end. */
  readonly holds: { readonly fromMs: number; readonly untilMs: number };
  /** When a calendar window resets. */
  readonly resetsAt?: Date;
  /** Returns when a counter drops out of a rolling window. */
  leavesAt(counter: string): Date | undefined;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/**
 * Time before the end of a bucket, in milliseconds, within which a concurrent payment may be
 * counted in the next bucket. Servers' clocks differ, and writing a decision takes up to two
 * seconds.
 */
const TURN_MS = 5_000;

/** Returns the counters of a window at a given time. `filter` is empty if every payment counts. */
export function windowAt(
  window: StrategyWindow,
  filter: string,
  now: Date,
  period: ProgramPeriod,
): WindowAt {
  const prefix = filter === "" ? "" : `${filter}:`;
  switch (window) {
    case "rolling_1h":
      return rollingAt({ name: `${prefix}1h`, stepMs: 5 * MINUTE_MS, steps: 12 }, now);
    case "rolling_24h":
      return rollingAt({ name: `${prefix}24h`, stepMs: HOUR_MS, steps: 24 }, now);
    case "rolling_7d":
      return daysAt(`${prefix}day`, dayBefore(period.day, 7), true, now, period);
    case "rolling_30d":
      return daysAt(`${prefix}day`, dayBefore(period.day, 30), true, now, period);
    case "day":
      return {
        ...daysAt(`${prefix}day`, period.day, false, now, period),
        resetsAt: period.dayResetsAt,
      };
    case "week": {
      const goesOn = period.dayResetsAt < period.weekResetsAt;
      return {
        ...daysAt(`${prefix}day`, period.week, goesOn, now, period),
        resetsAt: period.weekResetsAt,
      };
    }
    case "month":
      return {
        ...monthsAt(`${prefix}month`, period.month, false, now, period),
        resetsAt: period.monthResetsAt,
      };
    case "year": {
      const goesOn = period.monthResetsAt < period.yearResetsAt;
      return {
        ...monthsAt(`${prefix}month`, `${period.year}-01`, goesOn, now, period),
        resetsAt: period.yearResetsAt,
      };
    }
    case "lifetime":
      return monthsAt(`${prefix}month`, "0000-00", true, now, period);
  }
}

/**
 * Returns the day that is `days` days earlier. For example, returns `2026-11-14` for `2026-11-21`
 * and 7.
 */
function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}

interface Turns {
  readonly startsAt: Date;
  readonly endsAt: Date;
  /**
   * The bucket that begins at `startsAt`; absent if that time is not a rollover within the window.
   */
  readonly begun: string | undefined;
  /** The bucket that begins at `endsAt`. */
  readonly coming: string | undefined;
}

type TurnBeside = Pick<WindowAt, "turn" | "holds">;

/**
 * Returns the shared counter for the rollover near a given time, and the time span for which it
 * applies. The counter is named after the bucket that begins at the rollover.
 */
function turnBeside(now: Date, { startsAt, endsAt, begun, coming }: Turns): TurnBeside {
  const [startMs, endMs] = [startsAt.getTime(), endsAt.getTime()];
  const calmFromMs = begun === undefined ? startMs : startMs + TURN_MS;
  const calmUntilMs = coming === undefined ? endMs : endMs - TURN_MS;
  const nowMs = now.getTime();
  if (nowMs < calmFromMs) {
    return { turn: begun, holds: { fromMs: startMs, untilMs: calmFromMs } };
  }
  return nowMs < calmUntilMs
    ? { turn: undefined, holds: { fromMs: calmFromMs, untilMs: calmUntilMs } }
    : { turn: coming, holds: { fromMs: calmUntilMs, untilMs: endMs } };
}

/**
 * Returns the counters for a window measured in days.
 *
 * @param goesOn whether the window also includes tomorrow
 */
function daysAt(
  name: string,
  first: string,
  goesOn: boolean,
  now: Date,
  period: ProgramPeriod,
): WindowAt {
  const { day, dayStartsAt, dayResetsAt } = period;
  const reach = Date.parse(`${day}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`);
  return {
    current: `${name}:${day}`,
    from: `${name}:${first}`,
    ...turnBeside(now, {
      startsAt: dayStartsAt,
      endsAt: dayResetsAt,
      begun: first < day ? `${turnName(name)}:${day}` : undefined,
      coming: goesOn ? `${turnName(name)}:${dayBefore(day, -1)}` : undefined,
    }),
    leavesAt(counter) {
      const counted = Date.parse(`${counter.slice(name.length + 1)}T00:00:00Z`);
      const daysAgo = Date.parse(`${day}T00:00:00Z`) - counted;
      return new Date(dayStartsAt.getTime() - daysAgo + reach + DAY_MS);
    },
  };
}

/**
 * Returns the counters for a window measured in months.
 *
 * @param goesOn whether the window also includes next month
 */
function monthsAt(
  name: string,
  first: string,
  goesOn: boolean,
  now: Date,
  period: ProgramPeriod,
): WindowAt {
  const { month, day, dayStartsAt, dayResetsAt, monthResetsAt } = period;
  const isFirstDay = day.endsWith("-01");
  const isLastDay = dayResetsAt.getTime() === monthResetsAt.getTime();
  return {
    current: `${name}:${month}`,
    from: `${name}:${first}`,
    ...turnBeside(now, {
      startsAt: dayStartsAt,
      endsAt: dayResetsAt,
      begun: first < month && isFirstDay ? `${turnName(name)}:${month}` : undefined,
      coming:
        goesOn && isLastDay ? `${turnName(name)}:${dayBefore(day, -1).slice(0, 7)}` : undefined,
    }),
    leavesAt: () => undefined,
  };
}

/** Returns a name that sorts outside the range of the unit's other names. */
function turnName(name: string): string {
  return `${name}-turn`;
}

interface Rolling {
  readonly name: string;
  readonly stepMs: number;
  /** The number of full steps before the current one. */
  readonly steps: number;
}

function rollingAt({ name, stepMs, steps }: Rolling, now: Date): WindowAt {
  const atMs = now.getTime();
  const bucket = Math.floor(atMs / stepMs);
  const nameOf = (index: number) => `${name}:${String(index).padStart(8, "0")}`;
  return {
    current: nameOf(bucket),
    from: nameOf(bucket - steps),
    ...turnBeside(now, {
      startsAt: new Date(bucket * stepMs),
      endsAt: new Date((bucket + 1) * stepMs),
      begun: `${turnName(name)}:${bucket}`,
      coming: `${turnName(name)}:${bucket + 1}`,
    }),
    leavesAt(counter) {
      const index = Number(counter.slice(counter.lastIndexOf(":") + 1));
      return new Date((index + steps + 1) * stepMs);
    },
  };
}

/**
 * Returns a counter's name without its bucket, which is the same for all counters of a window and
 * subject.
 */
export function familyOf(counter: string): string {
  return counter.slice(0, counter.lastIndexOf(":"));
}

const NOT_SPENDING = /^(?:use|uses|lock|seen:|cvv:|new_cards:|draw:|keep-alive:)/;

/**
 * Returns whether a counter counts payments, so that reversed payments must be released from it.
 */
export function countsSpending(counter: string): boolean {
  return !NOT_SPENDING.test(counter);
}
