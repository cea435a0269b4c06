import type { DeclineCode } from "@tessera/contract/errors/declines";
import { readingsOf } from "./counter-readings.policy.ts";
import type {
  CardState,
  DecisionTime,
  FreezeLayer,
  PaymentEvent,
  TraceEntry,
} from "./decision.policy.ts";
import { bufferOf } from "./exchange.policy.ts";
import { mandateChecks } from "./mandate-checks.policy.ts";
import { isMerchant, merchantKey } from "./merchant-key.policy.ts";

const FREEZE_CODES: Readonly<Record<FreezeLayer, DeclineCode>> = {
  operator: "card_frozen_operator",
  verification: "card_frozen_verification",
  risk: "card_frozen_risk",
  customer: "card_frozen_customer",
  schedule: "card_frozen_schedule",
};
/** Freeze layers, in the order in which their decline codes take precedence. */
const LAYERS = Object.keys(FREEZE_CODES) as readonly FreezeLayer[];

/** Checks whether the card itself may be used now, at this merchant. */
export function cardChecks(
  state: CardState,
  event: PaymentEvent,
  time: DecisionTime,
): TraceEntry[] {
  const inDate = !isPastExpiry(state.expiryMonth, state.expiryYear, time.period.month);
  const layer = LAYERS.find((one) => state.frozenBy.includes(one));
  return [
    { check: "card_open", passed: !state.isClosed, code: "card_closed" },
    { check: "card_in_date", passed: inDate, code: "card_expired" },
    {
      check: "card_not_frozen",
      passed: layer === undefined,
      code: FREEZE_CODES[layer ?? "customer"],
    },
    { check: "account_in_order", passed: !state.underReview, code: "account_under_review" },
    ...usageChecks(state, event),
    ...(state.usage.kind === "mandate"
      ? mandateChecks(state.usage.mandate, state, event, time)
      : []),
  ];
}

function usageChecks({ usage, id, risk }: CardState, event: PaymentEvent): TraceEntry[] {
  // Increments of an existing authorization are still allowed.
  if (event.earlierMinor > 0n) {
    return [];
  }
  switch (usage.kind) {
    case "standard":
      return [];
    case "single_use":
    case "mandate": {
      const used = readingsOf(risk.counters, id, "uses");
      const isSpent = used === undefined || used.some(({ count }) => count > 0n);
      const ofMandate = usage.kind === "mandate" && { mandateId: usage.mandate.id };
      return [{ check: "card_unused", passed: !isSpent, code: "single_use_spent", ...ofMandate }];
    }
    case "merchant_locked": {
      const { lockedTo } = usage;
      const passed = lockedTo === null || isMerchant(merchantKey(event.merchant.name), lockedTo);
      return [{ check: "card_merchant", passed, code: "merchant_lock_mismatch" }];
    }
  }
}

/**
 * Checks whether the card may pay in the merchant's currency, and whether the merchant's amount
 * could be converted.
 */
function currencyChecks({ currency, blocksForeign }: CardState, event: PaymentEvent): TraceEntry[] {
  const isForeign = event.currency !== currency;
  const allowed: TraceEntry = {
    check: "currency",
    passed: !(isForeign && blocksForeign),
    code: "currency_blocked",
  };
  const { unpriced } = event;
  return isForeign
    ? [
        allowed,
        {
          check: "exchange_rate",
          passed: unpriced === undefined,
          code: unpriced ?? "rate_unavailable",
        },
      ]
    : [allowed];
}

/** Checks the card details sent by the merchant, and the currency of the request. */
export function detailChecks(state: CardState, event: PaymentEvent): TraceEntry[] {
  const currency = currencyChecks(state, event);
  const given = event.details;
  if (given === undefined) {
    return currency;
  }
  const sameExpiry =
    given.expiryMonth === state.expiryMonth && given.expiryYear === state.expiryYear;
  return [
    { check: "expiry_match", passed: sameExpiry, code: "expiry_mismatch" },
    // Many merchants never ask for the CVV, so only a wrong one declines the payment.
    { check: "cvv_match", passed: given.cvv !== "mismatch", code: "cvv_mismatch" },
    ...currency,
  ];
}

/** Checks the card's debt, the limits it was issued with, and the limits its owner set. */
export function limitChecks(
  state: CardState,
  event: PaymentEvent,
  time: DecisionTime,
): TraceEntry[] {
  const attemptedMinor = event.amountMinor;
  const { perTransactionMinor, dailyMinor, monthlyMinor } = state.limits;
  const { dayResetsAt, monthResetsAt } = time.period;
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
      resetsAt: dayResetsAt,
    },
    {
      ...within("limit_month", monthlyMinor, state.spent.monthMinor, attemptedMinor),
      resetsAt: monthResetsAt,
    },
    ...ownLimitChecks(state, event, time),
  ];
}

function ownLimitChecks(
  { ownLimits, spent }: CardState,
  { earlierMinor, amountMinor }: PaymentEvent,
  { period }: DecisionTime,
): TraceEntry[] {
  const { perTransactionMinor, dailyMinor, monthlyMinor } = ownLimits;
  const entries: TraceEntry[] = [];
  if (perTransactionMinor !== null) {
    entries.push(within("own_limit_per_tx", perTransactionMinor, earlierMinor, amountMinor));
  }
  if (dailyMinor !== null) {
    const entry = within("own_limit_day", dailyMinor, spent.dayMinor, amountMinor);
    entries.push({ ...entry, resetsAt: period.dayResetsAt });
  }
  if (monthlyMinor !== null) {
    const entry = within("own_limit_month", monthlyMinor, spent.monthMinor, amountMinor);
    entries.push({ ...entry, resetsAt: period.monthResetsAt });
  }
  return entries;
}

/**
 * Checks whether the card has enough funds, including for the buffer of a payment that is cleared
 * at a later rate. Limits do not count the buffer, since it is not spent.
 */
export function balanceCheck(state: CardState, event: PaymentEvent): TraceEntry {
  const attemptedMinor = event.amountMinor + bufferOf(event.exchange);
  return {
    check: "balance",
    passed: attemptedMinor <= state.availableMinor,
    code: "insufficient_card_balance",
    limitMinor: state.availableMinor,
    attemptedMinor,
  };
}

type LimitPeriod = "per_tx" | "day" | "month";
type LimitCheck = `limit_${LimitPeriod}` | `own_limit_${LimitPeriod}`;

function within(
  check: LimitCheck,
  limitMinor: bigint,
  usedMinor: bigint,
  attemptedMinor: bigint,
): TraceEntry {
  const passed = usedMinor + attemptedMinor <= limitMinor;
  return { check, passed, code: check, limitMinor, usedMinor, attemptedMinor };
}

/**
 * Returns whether a card has expired. A card is valid through the last day of the month printed on
 * it. `month` has the format `2026-11`.
 */
export function isPastExpiry(expiryMonth: number, expiryYear: number, month: string): boolean {
  return `${expiryYear}-${String(expiryMonth).padStart(2, "0")}` < month;
}
