import type { Channel, StrategyAction } from "@tessera/contract/authorization/risk.schemas";
import type { DeclineCode } from "@tessera/contract/errors/declines";
import type { LocalizedText } from "@tessera/contract/errors/locales";
import type { Merchant } from "@tessera/contract/insights/bills.schemas";
import type { CurrencyCode } from "@tessera/money";
import type { Draw, DrawState } from "./draw-state.policy.ts";
import type { Exchange } from "./exchange.policy.ts";
import type { ProgramPeriod } from "./program-calendar.policy.ts";
import type { ProgramRules } from "./program-rule.policy.ts";
import type { CompiledStrategy } from "./strategies/strategy.policy.ts";

/** Reasons for which a card is frozen. The card is usable while none of them is set. */
export type FreezeLayer = "customer" | "schedule" | "risk" | "verification" | "operator";

/** The terms of the purchase mandate that a card was issued for. They never change. */
export interface MandateTerms {
  readonly id: string;
  readonly merchantKey: string;
  /** In minor units of the card's currency, which is the mandate's. */
  readonly ceilingMinor: bigint;
  readonly until: Date;
}

/** A restriction on the use of a card. A merchant is identified by its key. */
export type CardUsage =
  | { readonly kind: "standard" }
  | { readonly kind: "single_use" }
  | { readonly kind: "mandate"; readonly mandate: MandateTerms }
  | { readonly kind: "merchant_locked"; readonly lockedTo: string | null };

/** A counter reading: the ledger's count, plus the usage from before the ledger began counting. */
export interface CounterReading {
  readonly counter: string;
  readonly amountMinor: bigint;
  readonly count: bigint;
  readonly baseAmountMinor: bigint;
  readonly baseCount: bigint;
}

/**
 * The counters read for one decision, by `<subject> <family>`, each family sorted by name. A
 * missing family has not been read, which is not the same as an empty family.
 */
export type CounterReadings = ReadonlyMap<string, readonly CounterReading[]>;

/** A customer's one-time exception while it is valid. */
export interface OpenGrant {
  readonly id: string;
  readonly kind: "allow_once" | "raise_until";
  readonly strategies: readonly string[];
  /** The permitted merchant; null for any merchant. */
  readonly merchantKey: string | null;
  readonly amountMinor: bigint;
  readonly extraCount: bigint;
  readonly currency: CurrencyCode;
  readonly cardId: string;
  readonly expiresAt: Date;
}

/**
 * The rules and exceptions that apply to a customer's payments, in addition to the card's own
 * state.
 */
export interface RiskState {
  readonly strategies: readonly CompiledStrategy[];
  /** Active strategies that cannot be read. If there are any, every payment is declined. */
  readonly unreadable: readonly { readonly id: string; readonly name: string }[];
  readonly grants: readonly OpenGrant[];
  readonly counters: CounterReadings;
  /** The counter for the card's payments at this payment's merchant. */
  readonly merchantCounter: string;
  /** Program rules, which a customer's exceptions cannot bypass. */
  readonly program: ProgramRules;
}

/** Limits set by the card's owner, in minor units; null if not set. */
export interface OwnLimits {
  readonly perTransactionMinor: bigint | null;
  readonly dailyMinor: bigint | null;
  readonly monthlyMinor: bigint | null;
}

export const NO_OWN_LIMITS: OwnLimits = {
  perTransactionMinor: null,
  dailyMinor: null,
  monthlyMinor: null,
};

/** The state of a card that a decision needs, read in one snapshot. Amounts are in minor units. */
export interface CardState {
  readonly id: string;
  /** The cards that this one replaced, newest first. */
  readonly predecessors?: readonly string[];
  readonly customerId: string;
  readonly tier: string;
  readonly isClosed: boolean;
  readonly frozenBy: readonly FreezeLayer[];
  readonly usage: CardUsage;
  readonly underReview: boolean;
  readonly currency: CurrencyCode;
  /** Whether the owner has blocked payments in other currencies. */
  readonly blocksForeign: boolean;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly availableMinor: bigint;
  /** What the card may draw on the account; absent if it does not, or if nothing is lacking. */
  readonly draw?: DrawState | undefined;
  /** The debt left by a force post; zero for a card in good standing. */
  readonly owedMinor: bigint;
  readonly limits: {
    readonly perTransactionMinor: bigint;
    readonly dailyMinor: bigint;
    readonly monthlyMinor: bigint;
  };
  /** The spending limits set by the card's owner, in addition to `limits`. */
  readonly ownLimits: OwnLimits;
  /** The amounts spent in the current day and month before this payment. */
  readonly spent: { readonly dayMinor: bigint; readonly monthMinor: bigint };
  readonly risk: RiskState;
}

/** A payment request to approve or decline. Amounts are in minor units of the card's currency. */
export interface PaymentEvent {
  /** Zero for an account verification, and for a payment that could not be converted. */
  readonly amountMinor: bigint;
  /**
   * The amount requested earlier under the same authorization. It is included in per-payment
   * checks.
   */
  readonly earlierMinor: bigint;
  /** The ISO 4217 code of the currency in which the merchant asks. */
  readonly currency: string;
  /** How the merchant's amount became `amountMinor`, if the merchant asks in another currency. */
  readonly exchange?: Exchange | undefined;
  /** Why the merchant's amount could not be converted. */
  readonly unpriced?: DeclineCode | undefined;
  readonly merchant: Merchant;
  readonly channel?: Channel | undefined;
  /** Whether the merchant accepts partial approvals. */
  readonly takesPart?: boolean | undefined;
  /** The card details sent by the merchant; absent if they have already been checked. */
  readonly details?: {
    readonly expiryMonth: number;
    readonly expiryYear: number;
    readonly cvv: "match" | "mismatch" | "not_given";
  };
}

/** The time of a request. */
export interface DecisionTime {
  readonly now: Date;
  readonly period: ProgramPeriod;
  /** Minutes since 00:00 in the program's time zone. */
  readonly minuteOfDay: number;
}

export const CHECK_NAMES = [
  "card_open",
  "card_in_date",
  "card_not_frozen",
  "card_unused",
  "card_merchant",
  "mandate_merchant",
  "mandate_currency",
  "mandate_ceiling",
  "mandate_time",
  "account_in_order",
  "expiry_match",
  "cvv_match",
  "currency",
  "exchange_rate",
  "no_debt",
  "programme_readable",
  "programme_rule",
  "limit_per_tx",
  "limit_day",
  "limit_month",
  "own_limit_per_tx",
  "own_limit_day",
  "own_limit_month",
  "strategies_readable",
  "strategy",
  "balance",
  "draw",
  "keep_alive",
] as const;

export type CheckName = (typeof CHECK_NAMES)[number];

/** The result of one check. Amounts are in minor units of the card's currency. */
export interface TraceEntry {
  readonly check: CheckName;
  readonly passed: boolean;
  readonly code: DeclineCode;
  readonly limitMinor?: bigint;
  readonly usedMinor?: bigint;
  readonly attemptedMinor?: bigint;
  readonly limitCount?: bigint;
  readonly usedCount?: bigint;
  readonly resetsAt?: Date;
  readonly strategyId?: string;
  readonly strategyName?: string;
  /** The id of the program rule that declined the payment. */
  readonly ruleId?: string;
  readonly ruleNames?: LocalizedText;
  readonly action?: StrategyAction;
  readonly isShadow?: boolean;
  /** The purchase mandate whose terms are checked. */
  readonly mandateId?: string;
  /** Whether the customer's exception overrode the failed check. */
  readonly isAllowed?: boolean;
}

/** A strategy that matched a payment, including shadow strategies. */
export interface StrategyHit {
  readonly strategyId: string;
  readonly version: number;
  readonly name: string;
  readonly action: StrategyAction;
  readonly isShadow: boolean;
  readonly email: boolean;
}

/**
 * A program rule that declined a payment, or would have declined it if it were not a shadow rule.
 */
export interface ProgramHit {
  readonly ruleId: string;
  readonly version: number;
  readonly isShadow: boolean;
}

/** A counter to increment for a payment, with its ceilings, in the ledger's format. */
export interface Guard {
  readonly subject: string;
  readonly window: string;
  readonly amountMinor: bigint;
  readonly count: number;
  readonly maxAmountMinor?: bigint;
  readonly maxCount?: number;
}

/** What a decision writes: money to hold, and counters with their ceilings. */
export interface Journal {
  readonly holdMinor: bigint;
  readonly guards: readonly Guard[];
}

export interface Decision {
  readonly decision: "approve" | "decline";
  readonly code: "approved" | DeclineCode;
  /** The approved amount: less than requested for a partial approval, zero for a decline. */
  readonly approvedMinor: bigint;
  /** The exchange behind the approved amount, which may be a part of the requested one. */
  readonly exchange?: Exchange | undefined;
  /** The part of what is held that is taken from the account instead of the card, and its fee. */
  readonly draw?: Draw | undefined;
  /** Every check, including those after the first failed one. Empty if nothing could be checked. */
  readonly trace: readonly TraceEntry[];
  readonly hits: readonly StrategyHit[];
  readonly programHits: readonly ProgramHit[];
  readonly journals: readonly Journal[];
}

/** Declines a request that could not be evaluated. */
export function undecided(code: DeclineCode): Decision {
  return {
    decision: "decline",
    code,
    approvedMinor: 0n,
    trace: [],
    hits: [],
    programHits: [],
    journals: [],
  };
}
