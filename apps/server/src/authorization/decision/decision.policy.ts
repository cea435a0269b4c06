import type { Channel, StrategyAction } from "@tessera/contract/authorization/risk.schemas";
import type { DeclineCode } from "@tessera/contract/errors/declines";
import type { LocalisedText } from "@tessera/contract/errors/locales";
import type { Merchant } from "@tessera/contract/insights/bills.schemas";
import type { CurrencyCode } from "@tessera/money";
import type { ProgrammePeriod } from "./program-calendar.policy.ts";
import type { ProgrammeRules } from "./program-rule.policy.ts";
import type { CompiledStrategy } from "./strategy.policy.ts";

/** Who keeps a card from being used; it can be used while there is none. */
export type FreezeLayer = "customer" | "schedule" | "risk" | "verification" | "operator";

/** What a card is for. A merchant is known by its key. */
export type CardUsage =
  | { readonly kind: "standard" }
  | { readonly kind: "single_use" }
  | { readonly kind: "merchant_locked"; readonly lockedTo: string | null };

/** One counter as it was read: what the ledger counted, and what had been before it began to. */
export interface CounterReading {
  readonly counter: string;
  readonly amountMinor: bigint;
  readonly count: bigint;
  readonly baseAmountMinor: bigint;
  readonly baseCount: bigint;
}

/**
 * Counters that were read for one decision, by `<subject> <family>`, each family sorted by name. A
 * family that is not there was not read, which is another thing than one that is empty.
 */
export type CounterReadings = ReadonlyMap<string, readonly CounterReading[]>;

/** What a customer let pass, while it is good. */
export interface OpenGrant {
  readonly id: string;
  readonly kind: "allow_once" | "raise_until";
  readonly strategies: readonly string[];
  /** Who may be paid; null for any merchant. */
  readonly merchantKey: string | null;
  readonly amountMinor: bigint;
  readonly extraCount: bigint;
  readonly currency: CurrencyCode;
  readonly cardId: string;
  readonly expiresAt: Date;
}

/** What a customer's payments are judged by beside the card itself. */
export interface RiskState {
  readonly strategies: readonly CompiledStrategy[];
  /** Strategies in force that cannot be understood: nothing passes while there is one. */
  readonly unreadable: readonly { readonly id: string; readonly name: string }[];
  readonly grants: readonly OpenGrant[];
  readonly counters: CounterReadings;
  /** Where the card's payments at this payment's merchant are counted. */
  readonly merchantCounter: string;
  /** Rules of the program, which no grant of the customer lets a payment pass. */
  readonly programme: ProgrammeRules;
}

/** Limits that a card's owner set; null for none. Minor units. */
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

/** What a decision needs to know of a card, read at one moment. Amounts are minor units. */
export interface CardState {
  readonly id: string;
  /** The cards that this one took the place of, newest first. */
  readonly predecessors?: readonly string[];
  readonly customerId: string;
  readonly tier: string;
  readonly isClosed: boolean;
  readonly frozenBy: readonly FreezeLayer[];
  readonly usage: CardUsage;
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
  /** What its owner lets the card spend, in addition to `limits`. */
  readonly ownLimits: OwnLimits;
  /** What the counters of the period hold already. */
  readonly spent: { readonly dayMinor: bigint; readonly monthMinor: bigint };
  readonly risk: RiskState;
}

/** What is asked of the card. */
export interface PaymentEvent {
  /** Zero only asks whether the card is good. */
  readonly amountMinor: bigint;
  /** Asked for before under the same authorisation; what looks at one payment counts it. */
  readonly earlierMinor: bigint;
  readonly currency: CurrencyCode;
  readonly merchant: Merchant;
  readonly channel?: Channel | undefined;
  /** Whether the merchant takes a part of the amount where the card has no more. */
  readonly takesPart?: boolean | undefined;
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
  /** On the programme's clock, since 00:00. */
  readonly minuteOfDay: number;
}

export const CHECK_NAMES = [
  "card_open",
  "card_in_date",
  "card_not_frozen",
  "card_unused",
  "card_merchant",
  "account_in_order",
  "expiry_match",
  "cvv_match",
  "currency",
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
] as const;

export type CheckName = (typeof CHECK_NAMES)[number];

/** One check as it went, in the order they are made. Amounts are minor units of the card. */
export interface TraceEntry {
  readonly check: CheckName;
  /** Whether it lets the payment pass. */
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
  /** The rule of the program that stops it. */
  readonly ruleId?: string;
  readonly ruleNames?: LocalisedText;
  readonly action?: StrategyAction;
  readonly isShadow?: boolean;
  /** It would not have passed; the customer allowed it. */
  readonly isAllowed?: boolean;
}

/** A strategy that a payment was about, also as a shadow. */
export interface StrategyHit {
  readonly strategyId: string;
  readonly version: number;
  readonly name: string;
  readonly action: StrategyAction;
  readonly isShadow: boolean;
  readonly email: boolean;
}

/** A rule of the program that declined a payment, or would have as a shadow. */
export interface ProgrammeHit {
  readonly ruleId: string;
  readonly version: number;
  readonly isShadow: boolean;
}

/** A counter that a payment is counted in, with its ceilings; as the ledger has it. */
export interface Guard {
  readonly subject: string;
  readonly window: string;
  readonly amountMinor: bigint;
  readonly count: number;
  readonly maxAmountMinor?: bigint;
  readonly maxCount?: number;
}

/** What is to be written of a decision: money to hold, and counters with their ceilings. */
export interface Journal {
  readonly holdMinor: bigint;
  readonly guards: readonly Guard[];
}

export interface Decision {
  readonly decision: "approve" | "decline";
  readonly code: "approved" | DeclineCode;
  /** Less than asked where the card had only a part; zero for a decline. */
  readonly approvedMinor: bigint;
  /** Every check, also those after the one that declined. Empty when nothing could be checked. */
  readonly trace: readonly TraceEntry[];
  readonly hits: readonly StrategyHit[];
  readonly programmeHits: readonly ProgrammeHit[];
  readonly journals: readonly Journal[];
}

/** A decline of something that could not be judged. */
export function undecided(code: DeclineCode): Decision {
  return {
    decision: "decline",
    code,
    approvedMinor: 0n,
    trace: [],
    hits: [],
    programmeHits: [],
    journals: [],
  };
}
