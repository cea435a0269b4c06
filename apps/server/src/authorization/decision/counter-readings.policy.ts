import type {
  CardState,
  CounterReading,
  CounterReadings,
  DecisionTime,
  OpenGrant,
} from "./decision.policy.ts";
import type { ProgrammePeriod } from "./program-calendar.policy.ts";
import type { CompiledStrategy, Velocity } from "./strategy.policy.ts";
import { familyOf, type WindowAt, windowAt } from "./strategy-windows.policy.ts";

/** Counters of one family to be read, both ends included. */
export interface CounterRange {
  readonly subject: string;
  readonly from: string;
  readonly to: string;
}

type Asked = Pick<CardState, "id" | "customerId" | "usage">;

/** Whose counters a velocity counts in. */
export function subjectOf({ per }: Velocity, { id, customerId }: Asked): string {
  return per === "card" ? id : customerId;
}

interface Latest {
  readonly period: ProgrammePeriod;
  readonly at: WindowAt;
  /** Whose counters were asked for, and the name that they are read under. */
  subject: string;
  key: string;
}

const latest = new WeakMap<Velocity, Latest>();

/**
 * A velocity's window as it is at a moment. Names and times of buckets cost more to make than a
 * decision to take, and nearly every question is about the bucket of the one before.
 */
export function windowOf(velocity: Velocity, time: DecisionTime): WindowAt {
  return latestOf(velocity, time).at;
}

function latestOf(velocity: Velocity, { now, period }: DecisionTime): Latest {
  const nowMs = now.getTime();
  const known = latest.get(velocity);
  if (
    known?.period === period &&
    nowMs >= known.at.holds.fromMs &&
    nowMs < known.at.holds.untilMs
  ) {
    return known;
  }
  const at = windowAt(velocity.window, velocity.filter, now, period);
  const made = { period, at, subject: "", key: "" };
  latest.set(velocity, made);
  return made;
}

/** The name under which a decision looks for what a velocity counted of a card, or of its owner. */
export function velocityKey(velocity: Velocity, asked: Asked, time: DecisionTime): string {
  const known = latestOf(velocity, time);
  const subject = subjectOf(velocity, asked);
  if (known.subject !== subject) {
    known.subject = subject;
    known.key = keyOf(subject, familyOrName(known.at.current));
  }
  return known.key;
}

/** The counters that a decision about a payment rests on beside the card's day and month. */
export function countersToRead(
  card: Asked,
  strategies: readonly CompiledStrategy[],
  grants: readonly OpenGrant[],
  merchantCounter: string,
  time: DecisionTime,
): CounterRange[] {
  const ranges = new Map<string, CounterRange>();
  // Windows of one family differ in how far they reach, and are read in one go.
  const add = (range: CounterRange) => {
    const key = readingKey(range);
    let { from, to } = ranges.get(key) ?? range;
    if (range.from < from) {
      from = range.from;
    }
    if (range.to > to) {
      to = range.to;
    }
    ranges.set(key, { subject: range.subject, from, to });
  };
  for (const { velocity, asksNewMerchant } of strategies) {
    if (velocity !== undefined) {
      const at = windowOf(velocity, time);
      const subject = subjectOf(velocity, card);
      add({ subject, from: at.from, to: at.current });
      if (at.turn !== undefined) {
        add({ subject, from: at.turn, to: at.turn });
      }
    }
    if (asksNewMerchant) {
      add({ subject: card.id, from: merchantCounter, to: merchantCounter });
    }
  }
  for (const { id, kind } of grants) {
    if (kind === "allow_once") {
      add({ subject: id, from: "use", to: "use" });
    }
  }
  if (card.usage.kind === "single_use") {
    add({ subject: card.id, from: "uses", to: "uses" });
  }
  return [...ranges.values()];
}

function keyOf(subject: string, family: string): string {
  return `${subject} ${family}`;
}

/** A range that was read, by the name under which a decision looks for it. */
export function readingKey({ subject, to }: CounterRange): string {
  return keyOf(subject, familyOrName(to));
}

/** Counters without buckets (`use`), and those of one merchant, are families of their own. */
function familyOrName(counter: string): string {
  return counter.includes(":") && !counter.startsWith("seen:") ? familyOf(counter) : counter;
}

/** What was read of a subject's counters; undefined where they were not read. */
export function readingsOf(
  readings: CounterReadings,
  subject: string,
  counter: string,
): readonly CounterReading[] | undefined {
  return readings.get(keyOf(subject, familyOrName(counter)));
}
