import type { Guard } from "@tessera/ledger";
import { countersToRead, readingKey } from "../counter-readings.policy.ts";
import { decide } from "../decide.policy.ts";
import { timeAt } from "../decision.fixtures.ts";
import {
  type CardState,
  type CounterReading,
  NO_OWN_LIMITS,
  type OpenGrant,
  type PaymentEvent,
} from "../decision.policy.ts";
import { NO_PROGRAM_RULES, type ProgramRules } from "../program-rule.policy.ts";
import type { CompiledStrategy } from "./strategy.policy.ts";

export const SEEN = "seen:merchant";
export const AT = "2026-11-21T10:00:00Z";
export const merchant = {
  name: "Adobe *Cloud",
  mcc: "5734",
  country: "US",
  category: "software",
} as const;
export const payment: PaymentEvent = {
  amountMinor: 10_00n,
  earlierMinor: 0n,
  currency: "USD",
  merchant,
  channel: "remote",
};

export interface Given {
  readonly strategies: readonly CompiledStrategy[];
  readonly counted?: Readonly<Record<string, readonly [amountMinor: bigint, count: bigint]>>;
  readonly base?: Readonly<Record<string, readonly [amountMinor: bigint, count: bigint]>>;
  readonly grants?: readonly OpenGrant[];
  readonly event?: Partial<PaymentEvent>;
  readonly at?: string;
  readonly program?: ProgramRules;
}

/**
 * Decides a payment. Counters are specified only by name, since each test has one relevant subject.
 */
export function decided({
  strategies,
  counted = {},
  base = {},
  grants = [],
  event = {},
  at = AT,
  program = NO_PROGRAM_RULES,
}: Given) {
  const time = timeAt(at);
  const card = { id: "card", customerId: "customer", usage: { kind: "standard" } } as const;
  const asked = { ...payment, ...event };
  const ranges = countersToRead(card, [...strategies, ...program.rules], grants, SEEN, time);
  const reading = (counter: string): CounterReading => {
    const [amountMinor = 0n, count = 0n] = counted[counter] ?? [];
    const [baseAmountMinor = 0n, baseCount = 0n] = base[counter] ?? [];
    return { counter, amountMinor, count, baseAmountMinor, baseCount };
  };
  const names = [...new Set([...Object.keys(counted), ...Object.keys(base)])];
  const counters = new Map(
    ranges.map((range) => [
      readingKey(range),
      names
        .filter((name) => name >= range.from && name <= range.to)
        .toSorted()
        .map(reading),
    ]),
  );
  const state: CardState = {
    ...card,
    tier: "business",
    isClosed: false,
    frozenBy: [],
    underReview: false,
    blocksForeign: false,
    currency: "USD",
    expiryMonth: 12,
    expiryYear: 2030,
    availableMinor: 10_000_00n,
    owedMinor: 0n,
    limits: { perTransactionMinor: 9_000_00n, dailyMinor: 9_000_00n, monthlyMinor: 9_000_00n },
    ownLimits: NO_OWN_LIMITS,
    spent: { dayMinor: 0n, monthMinor: 0n },
    risk: {
      strategies,
      unreadable: [],
      grants,
      counters,
      merchantCounter: SEEN,
      program,
    },
  };
  return decide(state, asked, time);
}

/** Finds the guard for a window. */
export function guardOf(guards: readonly Guard[] | undefined, window: string): Guard | undefined {
  return guards?.find((guard) => guard.window === window);
}
