import type {
  CardState,
  CounterReading,
  CounterReadings,
  DecisionTime,
  OpenGrant,
} from "./decision.policy.ts";
import type { ProgramPeriod } from "./program-calendar.policy.ts";
import type { CompiledStrategy, Velocity } from "./strategies/strategy.policy.ts";
import { familyOf, type WindowAt, windowAt } from "./strategies/strategy-windows.policy.ts";

/** A range of counters to read from one family, inclusive at both ends. */
export interface CounterRange {
  readonly subject: string;
  readonly from: string;
  readonly to: string;
}

type Asked = Pick<CardState, "id" | "customerId" | "usage">;

/** Returns the subject, a card or a customer, whose counters a velocity limit uses. */
export function subjectOf({ per }: Velocity, { id, customerId }: Asked): string {
  return per === "card" ? id : customerId;
}

interface Latest {
  readonly period: ProgramPeriod;
  readonly at: WindowAt;
  /** The subject of the counters, and the key by which their readings are looked up. */
  subject: string;
  key: string;
}

const latest = new WeakMap<Velocity, Latest>();

/**
 * Returns a velocity limit's window at a given time. The result is cached, because computing bucket
 * names and times costs more than a decision, and nearly every request falls into the same bucket
 * as the previous one.
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

/**
 * Returns the key by which a decision looks up a velocity limit's readings for a card or its owner.
 */
export function velocityKey(velocity: Velocity, asked: Asked, time: DecisionTime): string {
  const known = latestOf(velocity, time);
  const subject = subjectOf(velocity, asked);
  if (known.subject !== subject) {
    known.subject = subject;
    known.key = keyOf(subject, familyOrName(known.at.current));
  }
  return known.key;
}

/** Lists the counters that a decision needs in addition to the card's day and month. */
export function countersToRead(
  card: Asked,
  strategies: readonly CompiledStrategy[],
  grants: readonly OpenGrant[],
  merchantCounter: string,
  time: DecisionTime,
): CounterRange[] {
  const ranges = new Map<string, CounterRange>();
  // Windows of one family differ only in their length and are read together.
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
  if (card.usage.kind === "single_use" || card.usage.kind === "mandate") {
    add({ subject: card.id, from: "uses", to: "uses" });
  }
  return [...ranges.values()];
}

function keyOf(subject: string, family: string): string {
  return `${subject} ${family}`;
}

/** Returns the key by which a decision looks up the readings for a range. */
export function readingKey({ subject, to }: CounterRange): string {
  return keyOf(subject, familyOrName(to));
}

/**
 * Returns a counter's family. A counter without buckets (`use`) and a per-merchant counter each
 * form a separate family.
 */
function familyOrName(counter: string): string {
  return counter.includes(":") && !counter.startsWith("seen:") ? familyOf(counter) : counter;
}

/** Returns the readings for a subject's counters, or undefined if they were not read. */
export function readingsOf(
  readings: CounterReadings,
  subject: string,
  counter: string,
): readonly CounterReading[] | undefined {
  return readings.get(keyOf(subject, familyOrName(counter)));
}
