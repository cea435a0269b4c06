import type { DeclineCode } from "@tessera/contract/errors/declines";
import type { CurrencyCode } from "@tessera/money";
import type { ProgrammePeriod } from "./programme-calendar.policy.ts";

/** What a decision needs to know of a card, read at one moment. Amounts are minor units. */
export interface CardState {
  readonly status: "active" | "frozen" | "closed";
  readonly underReview: boolean;
  readonly currency: CurrencyCode;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly availableMinor: bigint;
  /** What a forced posting left unpaid; zero for a card in good standing. */
  readonly owedMinor: bigint;
  readonly limits: {
    readonly perTransactionMinor: bigint;
    readonly dailyMinor: bigint;
    readonly monthlyMinor: bigint;
  };
  /** What the counters of the period hold already. */
  readonly spent: { readonly dayMinor: bigint; readonly monthMinor: bigint };
}

/** What is asked of the card. */
export interface PaymentEvent {
  readonly amountMinor: bigint;
  /** Asked for before under the same authorisation; the limit per transaction counts it. */
  readonly earlierMinor: bigint;
  readonly currency: CurrencyCode;
  /** What the merchant gave; absent where the card's details were checked before. */
  readonly details?: {
    readonly expiryMonth: number;
    readonly expiryYear: number;
    readonly cvv: "match" | "mismatch" | "not_given";
  };
}

/** When it is asked. */
export interface DecisionTime {
  readonly now: Date;
  readonly period: ProgrammePeriod;
}

export type CheckName =
  | "card_open"
  | "card_in_date"
  | "card_not_frozen"
  | "account_in_order"
  | "expiry_match"
  | "cvv_match"
  | "currency"
  | "no_debt"
  | "limit_per_tx"
  | "limit_day"
  | "limit_month"
  | "balance";

/** One check as it went, in the order they are made. Amounts are minor units of the card. */
export interface TraceEntry {
  readonly check: CheckName;
  readonly passed: boolean;
  readonly code: DeclineCode;
  readonly limitMinor?: bigint;
  readonly usedMinor?: bigint;
  readonly attemptedMinor?: bigint;
  readonly resetsAt?: Date;
}

export interface Decision {
  readonly decision: "approve" | "decline";
  readonly code: "approved" | DeclineCode;
  /** Every check, also those after the one that declined. Empty when nothing could be checked. */
  readonly trace: readonly TraceEntry[];
}

const UNANSWERABLE: Decision = { decision: "decline", code: "system_timeout", trace: [] };

/**
 * Whether a card may pay. The first check that fails gives the code; the rest are still made, so
 * that a reader can be told everything that stands in the way. State that cannot be right is
 * declined: money is never let go on a guess. Live traffic and pre-flight questions both come here.
 */
export function decide(state: CardState, event: PaymentEvent, time: DecisionTime): Decision {
  if (!isPlausible(state, event, time)) {
    return UNANSWERABLE;
  }
  const trace = [
    ...cardChecks(state, time),
    ...detailChecks(state, event),
    ...moneyChecks(state, event, time),
  ];
  const failed = trace.find((entry) => !entry.passed);
  return failed === undefined
    ? { decision: "approve", code: "approved", trace }
    : { decision: "decline", code: failed.code, trace };
}

function cardChecks(state: CardState, time: DecisionTime): TraceEntry[] {
  const inDate = !isPastExpiry(state.expiryMonth, state.expiryYear, time.period.month);
  return [
    { check: "card_open", passed: state.status !== "closed", code: "card_closed" },
    { check: "card_in_date", passed: inDate, code: "card_expired" },
    {
      check: "card_not_frozen",
      passed: state.status !== "frozen",
      code: "card_frozen_customer",
    },
    { check: "account_in_order", passed: !state.underReview, code: "account_under_review" },
  ];
}

function detailChecks(state: CardState, event: PaymentEvent): TraceEntry[] {
  const currency: TraceEntry = {
    check: "currency",
    passed: event.currency === state.currency,
    code: "currency_blocked",
  };
  const given = event.details;
  if (given === undefined) {
    return [currency];
  }
  const sameExpiry =
    given.expiryMonth === state.expiryMonth && given.expiryYear === state.expiryYear;
  return [
    { check: "expiry_match", passed: sameExpiry, code: "expiry_mismatch" },
    // Many merchants never ask for it; only a wrong one speaks against the payment.
    { check: "cvv_match", passed: given.cvv !== "mismatch", code: "cvv_mismatch" },
    currency,
  ];
}

function moneyChecks(state: CardState, event: PaymentEvent, time: DecisionTime): TraceEntry[] {
  const attemptedMinor = event.amountMinor;
  const { perTransactionMinor, dailyMinor, monthlyMinor } = state.limits;
  return [
    {
      check: "no_debt",
      passed: state.owedMinor === 0n,
      code: "negative_balance",
      usedMinor: state.owedMinor,
    },
    within("limit_per_tx", perTransactionMinor, event.earlierMinor, attemptedMinor),
    {
      ...within("limit_day", dailyMinor, state.spent.dayMinor, attemptedMinor),
      resetsAt: time.period.dayResetsAt,
    },
    {
      ...within("limit_month", monthlyMinor, state.spent.monthMinor, attemptedMinor),
      resetsAt: time.period.monthResetsAt,
    },
    {
      check: "balance",
      passed: attemptedMinor <= state.availableMinor,
      code: "insufficient_card_balance",
      limitMinor: state.availableMinor,
      attemptedMinor,
    },
  ];
}

function within(
  check: "limit_per_tx" | "limit_day" | "limit_month",
  limitMinor: bigint,
  usedMinor: bigint,
  attemptedMinor: bigint,
): TraceEntry {
  const passed = usedMinor + attemptedMinor <= limitMinor;
  return { check, passed, code: check, limitMinor, usedMinor, attemptedMinor };
}

/** A card is good to the last day of the month on its face. `month` is `2026-11`. */
export function isPastExpiry(expiryMonth: number, expiryYear: number, month: string): boolean {
  return `${expiryYear}-${String(expiryMonth).padStart(2, "0")}` < month;
}

function isPlausible(state: CardState, event: PaymentEvent, time: DecisionTime): boolean {
  const { limits, spent } = state;
  const notNegative = [
    state.owedMinor,
    state.availableMinor,
    limits.perTransactionMinor,
    limits.dailyMinor,
    limits.monthlyMinor,
    spent.dayMinor,
    spent.monthMinor,
    event.earlierMinor,
  ];
  return (
    notNegative.every((amountMinor) => typeof amountMinor === "bigint" && amountMinor >= 0n) &&
    typeof event.amountMinor === "bigint" &&
    event.amountMinor > 0n &&
    ["active", "frozen", "closed"].includes(state.status) &&
    Number.isInteger(state.expiryMonth) &&
    Number.isInteger(state.expiryYear) &&
    !Number.isNaN(time.now.getTime()) &&
    time.now >= time.period.dayStartsAt &&
    time.now < time.period.dayResetsAt
  );
}
