import { readingsOf, velocityKey, windowOf } from "../counter-readings.policy.ts";
import type {
  CardState,
  CounterReading,
  DecisionTime,
  Guard,
  OpenGrant,
  PaymentEvent,
  StrategyHit,
  TraceEntry,
} from "../decision.policy.ts";
import type { Judged, Raise, Used } from "../judged.policy.ts";
import { merchantKey } from "../merchant-key.policy.ts";
import {
  type CompiledStrategy,
  isSaidOf,
  type PaymentFacts,
  type Velocity,
} from "./strategy.policy.ts";
import { approvalGuards, merchantGuards, wrongCvvGuards } from "./strategy-guards.policy.ts";
import type { WindowAt } from "./strategy-windows.policy.ts";

/** The strategies' verdict on a payment. */
export interface StrategyVerdict {
  readonly entries: readonly TraceEntry[];
  readonly hits: readonly StrategyHit[];
  /** Returns the counters, with their ceilings, to increment if `approvedMinor` is approved. */
  guards(approvedMinor: bigint): readonly Guard[];
  /** The counters to increment if the payment is declined. */
  readonly declineGuards: readonly Guard[];
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Evaluates a payment against every strategy that covers its card, in order. A strategy whose
 * window was not read fires, so that missing data never lets a payment pass.
 */
export function judgeStrategies(
  state: CardState,
  event: PaymentEvent,
  time: DecisionTime,
): StrategyVerdict {
  const payment = factsOf(state, event, time);
  const grants = grantsFor(state, event, payment, time);
  const judged = state.risk.strategies
    .filter((strategy) => isAsked(strategy, event) && strategy.isFor(state))
    .map((strategy) => judge(strategy, { state, event, time, payment, grants }));
  return {
    entries: [...unreadable(state), ...judged.map(({ entry }) => entry)],
    // Attempts on a closed card, such as a stolen card that was replaced, do not trigger any rule.
    hits: state.isClosed
      ? []
      : judged.filter(({ fired, grant }) => fired && grant === undefined).map(hitOf),
    guards: (approvedMinor) => [
      ...approvalGuards(state, event, judged, approvedMinor),
      ...merchantGuards(state, event, payment),
    ],
    declineGuards: wrongCvvGuards(state, event, judged),
  };
}

/** Returns whether amount and count limits apply. For an account verification, none do. */
export function isAsked(
  { velocity, amountLimitMinor }: CompiledStrategy,
  event: PaymentEvent,
): boolean {
  const isOfPayments = velocity !== undefined && velocity.counts !== "wrong_cvv";
  return event.amountMinor > 0n || !(isOfPayments || amountLimitMinor !== undefined);
}

function unreadable({ risk }: CardState): TraceEntry[] {
  return risk.unreadable.map(({ id, name }) => ({
    check: "strategies_readable",
    passed: false,
    code: "strategy_unreadable",
    strategyId: id,
    strategyName: name,
  }));
}

/** Converts a payment into the facts that conditions test. */
export function factsOf(state: CardState, event: PaymentEvent, time: DecisionTime): PaymentFacts {
  const key = merchantKey(event.merchant.name);
  const seen = readingsOf(state.risk.counters, state.id, state.risk.merchantCounter);
  return {
    amountMinor: event.earlierMinor + event.amountMinor,
    currency: event.currency,
    merchant: event.merchant,
    merchantKey: key,
    channel: event.channel,
    minuteOfDay: time.minuteOfDay,
    isNewMerchant:
      event.earlierMinor > 0n
        ? false
        : seen && !seen.some(({ count, baseCount }) => count + baseCount > 0n),
  };
}

/** The inputs for evaluating a rule. */
export interface Judging {
  readonly state: CardState;
  readonly event: PaymentEvent;
  readonly time: DecisionTime;
  readonly payment: PaymentFacts;
  readonly grants: readonly OpenGrant[];
}

/** Evaluates one rule against a payment. */
export function judge(strategy: CompiledStrategy, judging: Judging): Judged {
  const { state, event, time, payment, grants } = judging;
  const { velocity } = strategy;
  const isCounted = strategy.conditions.every((condition) => condition.holds(payment));
  const raised = raiseOf(strategy, grants);
  const at = velocity && windowOf(velocity, time);
  const readings = velocity && state.risk.counters.get(velocityKey(velocity, state, time));
  const used = at && readings && usedIn(at, readings);
  const isOver = (raise: Raise): boolean =>
    velocity === undefined
      ? !isRaised(strategy, payment, raise)
      : used === undefined || overrun(velocity, used, event, raise);
  const stopsAny = strategy.action !== "notify" && !strategy.isShadow;
  const fired = isCounted && isOver(raised);
  const grant =
    fired && stopsAny
      ? grants.find((one) => one.kind === "allow_once" && isAbout(one, strategy))
      : undefined;
  const isAllowed = stopsAny && isCounted && (fired ? grant !== undefined : isOver(NOT_RAISED));
  return {
    strategy,
    fired,
    isCounted,
    at,
    used,
    raised,
    grant,
    entry: entryOf(strategy, {
      passed: !(fired && stopsAny) || grant !== undefined,
      isAllowed,
      attemptedMinor: velocity === undefined ? payment.amountMinor : event.amountMinor,
      used,
      raised,
    }),
  };
}

interface Measured {
  readonly passed: boolean;
  readonly isAllowed: boolean;
  readonly attemptedMinor: bigint;
  readonly used: Used | undefined;
  readonly raised: Raise;
}

/**
 * Builds a strategy's trace entry. Uses a single object literal for speed, since every strategy has
 * an entry.
 */
function entryOf(strategy: CompiledStrategy, measured: Measured): TraceEntry {
  const { velocity, amountLimitMinor, isShadow } = strategy;
  const { passed, isAllowed, attemptedMinor, used, raised } = measured;
  const entry: Writable<TraceEntry> = {
    check: "strategy",
    passed,
    code: strategy.code,
    strategyId: strategy.id,
    strategyName: strategy.name,
    action: strategy.action,
  };
  if (isShadow) {
    entry.isShadow = true;
  }
  if (isAllowed) {
    entry.isAllowed = true;
  }
  if (velocity === undefined) {
    if (amountLimitMinor !== undefined) {
      entry.limitMinor = amountLimitMinor + raised.amountMinor;
      entry.attemptedMinor = attemptedMinor;
    }
    return entry;
  }
  if (velocity.counts === "spending") {
    entry.limitMinor = velocity.limit + raised.amountMinor;
    entry.attemptedMinor = attemptedMinor;
  } else {
    entry.limitCount = velocity.limit + raised.count;
  }
  if (used !== undefined) {
    if (velocity.counts === "spending") {
      entry.usedMinor = used.amountMinor;
    } else {
      entry.usedCount = used.count;
    }
    if (used.resetsAt !== undefined) {
      entry.resetsAt = used.resetsAt;
    }
  }
  return entry;
}

function usedIn(at: WindowAt, readings: readonly CounterReading[]): Used {
  let [amountMinor, count] = [0n, 0n];
  let oldest: string | undefined;
  // Scans backward from the newest reading. Readings are sorted, so the scan stops at the first one
  // before the window.
  for (let place = readings.length - 1; place >= 0; place--) {
    const reading = readings[place];
    if (reading === undefined || reading.counter < at.from) {
      break;
    }
    if (reading.counter > at.current) {
      continue;
    }
    const allMinor = reading.amountMinor + reading.baseAmountMinor;
    const all = reading.count + reading.baseCount;
    amountMinor += allMinor;
    count += all;
    if (allMinor > 0n || all > 0n) {
      oldest = reading.counter;
    }
  }
  const resetsAt = at.resetsAt ?? (oldest === undefined ? undefined : at.leavesAt(oldest));
  return { amountMinor, count, resetsAt };
}

function overrun(velocity: Velocity, used: Used, event: PaymentEvent, raised: Raise): boolean {
  switch (velocity.counts) {
    case "spending":
      return used.amountMinor + event.amountMinor > velocity.limit + raised.amountMinor;
    case "payments":
      return used.count + (event.earlierMinor > 0n ? 0n : 1n) > velocity.limit + raised.count;
    case "wrong_cvv":
      return used.count + (event.details?.cvv === "mismatch" ? 1n : 0n) > velocity.limit;
  }
}

const NOT_RAISED: Raise = { amountMinor: 0n, count: 0n };

function raiseOf(strategy: CompiledStrategy, grants: readonly OpenGrant[]): Raise {
  const raises = grants.filter((one) => one.kind === "raise_until" && isAbout(one, strategy));
  return {
    amountMinor: raises.reduce((sum, one) => sum + one.amountMinor, 0n),
    count: raises.reduce((sum, one) => sum + one.extraCount, 0n),
  };
}

/** Returns whether a raised per-payment ceiling covers this payment. */
function isRaised(
  { amountLimitMinor }: CompiledStrategy,
  { amountMinor }: PaymentFacts,
  raised: Raise,
): boolean {
  return (
    amountLimitMinor !== undefined &&
    raised.amountMinor > 0n &&
    amountMinor > amountLimitMinor &&
    amountMinor <= amountLimitMinor + raised.amountMinor
  );
}

function isAbout(grant: OpenGrant, { id }: CompiledStrategy): boolean {
  return grant.strategies.includes(id);
}

/** Returns the unused exceptions that apply to this payment. */
function grantsFor(
  state: CardState,
  event: PaymentEvent,
  payment: PaymentFacts,
  { now }: DecisionTime,
): OpenGrant[] {
  const { risk } = state;
  return risk.grants.filter((grant) => {
    const isOpen =
      isSaidOf(state, grant.cardId) && grant.currency === state.currency && grant.expiresAt > now;
    if (!isOpen || grant.kind === "raise_until") {
      return isOpen;
    }
    const use = readingsOf(risk.counters, grant.id, "use");
    return (
      event.earlierMinor === 0n &&
      grant.merchantKey === payment.merchantKey &&
      payment.amountMinor <= grant.amountMinor &&
      use?.every(({ count }) => count === 0n) === true
    );
  });
}

function hitOf({ strategy }: Judged): StrategyHit {
  return {
    strategyId: strategy.id,
    version: strategy.version,
    name: strategy.name,
    action: strategy.action,
    isShadow: strategy.isShadow,
    email: strategy.email,
  };
}
