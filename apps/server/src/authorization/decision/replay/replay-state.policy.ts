import { readingKey } from "../counter-readings.policy.ts";
import {
  type CardState,
  type CounterReading,
  NO_OWN_LIMITS,
  type OpenGrant,
  type PaymentEvent,
} from "../decision.policy.ts";
import { NO_PROGRAM_RULES } from "../program-rule.policy.ts";
import type { HistoryCard, HistoryRow } from "./history.policy.ts";

/** Returns a card's initial state in a replay: open, with no balance and nothing counted. */
export function stateOf(
  card: HistoryCard,
  customerId: string,
  counters: ReadonlyMap<string, readonly CounterReading[]>,
): CardState {
  return {
    id: card.id,
    customerId,
    tier: card.tier,
    isClosed: false,
    frozenBy: [],
    usage: { kind: "standard" },
    underReview: false,
    currency: card.currency,
    blocksForeign: false,
    expiryMonth: 12,
    expiryYear: 9999,
    availableMinor: 0n,
    owedMinor: 0n,
    limits: {
      perTransactionMinor: card.perTransactionLimitMinor,
      dailyMinor: card.dailyLimitMinor,
      monthlyMinor: card.monthlyLimitMinor,
    },
    // The owner's limits at that time are unknown, and today's limits did not apply then.
    ownLimits: NO_OWN_LIMITS,
    spent: { dayMinor: 0n, monthMinor: 0n },
    risk: {
      ...{ strategies: [], unreadable: [], grants: [], counters, merchantCounter: "" },
      program: NO_PROGRAM_RULES,
    },
  };
}

/** Converts a history row into the event to evaluate again. */
export function eventOf(
  row: Pick<HistoryRow, "amountMinor" | "channel" | "merchantCurrency">,
  merchant: NonNullable<HistoryRow["merchant"]>,
  { currency }: CardState,
): PaymentEvent {
  return {
    amountMinor: row.amountMinor,
    earlierMinor: 0n,
    currency: row.merchantCurrency ?? currency,
    merchant,
    channel: row.channel ?? undefined,
  };
}

/**
 * Recreates the customer's exception, which was a choice by the customer and not the effect of a
 * rule.
 */
export function grantOf(
  { id, allowed, cardId, at }: HistoryRow,
  { currency }: Pick<CardState, "currency">,
  event: PaymentEvent,
  key: string,
  counters: Map<string, CounterReading[]>,
): OpenGrant {
  counters.set(readingKey({ subject: id, from: "use", to: "use" }), []);
  return {
    id,
    kind: "allow_once",
    strategies: allowed ?? [],
    merchantKey: key,
    amountMinor: event.earlierMinor + event.amountMinor,
    extraCount: 0n,
    currency,
    cardId,
    expiresAt: new Date(at.getTime() + 1),
  };
}
