import type { CurrencyCode } from "@tessera/money";
import { type CardStanding, restsAt } from "../../cards/lifecycle/index.ts";
import type {
  StoredDraw,
  StoredFreeze,
  StoredMandate,
  StoredSchedule,
} from "../../db/tables/cards.tables.ts";
import type {
  CardState,
  CardUsage,
  DecisionTime,
  DrawState,
  FreezeLayer,
  RiskState,
} from "../decision/index.ts";

/** A card as payments use it: a single snapshot of its state, limits, money and counters. */
export interface PaymentCard {
  readonly id: string;
  readonly customerId: string;
  readonly currency: CurrencyCode;
  readonly status: CardStanding["status"];
  readonly accountStatus: number;
  /** Whether the customer is suspended. */
  readonly suspended: boolean;
  readonly last4: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly cardAccount: bigint;
  readonly fundingAccount: bigint;
  readonly receivableAccount: bigint;
  readonly availableMinor: bigint;
  readonly owedMinor: bigint;
  readonly perTransactionLimitMinor: bigint;
  readonly dailyLimitMinor: bigint;
  readonly monthlyLimitMinor: bigint;
  /** Limits set by the card's owner; null if not set. */
  readonly ownPerTransactionLimitMinor: bigint | null;
  readonly ownDailyLimitMinor: bigint | null;
  readonly ownMonthlyLimitMinor: bigint | null;
  /** Whether the owner has blocked payments in other currencies. */
  readonly blocksForeign: boolean;
  readonly spentDayMinor: bigint;
  readonly spentMonthMinor: bigint;
  /** What the card may draw on its customer's account; null if it does not. */
  readonly draw: StoredDraw | null;
  /** What it drew today, fees included, without what the merchants to keep paid drew. */
  readonly drawnDayMinor: bigint;
  /** What the merchants to keep paid drew today under their own ceiling, fees included. */
  readonly keepAliveDayMinor: bigint;
  readonly tier: string;
  /**
   * Increases with every change to the customer's strategies; zero if the customer never had one.
   */
  readonly riskRevision: bigint;
  /** The revision of the program's rules, which increases with every change. */
  readonly programmeRevision: number;
  /** The freeze layers that are set; null if there are none. */
  readonly freezes: readonly StoredFreeze[] | null;
  readonly schedule: StoredSchedule | null;
  readonly usage: CardStanding["usage"];
  /** The terms of the purchase mandate that the card was issued for; null for other cards. */
  readonly mandate: StoredMandate | null;
  /**
   * The key of the merchant that a merchant-locked card is locked to; null until its first payment.
   */
  readonly lockedMerchantKey: string | null;
  /** The cards that this one replaced, newest first. */
  readonly predecessors: readonly string[];
}

/**
 * The ledger's code for an account that accepts no new debits and no credits during an
 * investigation. What the network has settled is booked all the same (decision 0227).
 */
const BLOCKED = 3;

/** Lists the layers that currently freeze the card. */
function frozenByOf(
  { status, freezes, schedule }: PaymentCard,
  { period, minuteOfDay }: DecisionTime,
): readonly FreezeLayer[] {
  const set = freezes?.map(({ layer }) => layer) ?? [];
  const rests = schedule !== null && restsAt(schedule.windows, { day: period.day, minuteOfDay });
  // A frozen card should always have a layer. If one doesn't, it stays frozen.
  const known = status === "frozen" && set.length === 0 ? (["customer"] as const) : set;
  return rests ? [...known, "schedule"] : known;
}

/** Returns the card's usage restriction. A mandate is stricter than any other. */
function usageOf({ usage: kind, lockedMerchantKey: lockedTo, mandate }: PaymentCard): CardUsage {
  if (mandate !== null) {
    const { id, merchantKey, ceilingMinor, until } = mandate;
    const terms = { id, merchantKey, ceilingMinor: BigInt(ceilingMinor), until: new Date(until) };
    return { kind: "mandate", mandate: terms };
  }
  return kind === "merchant_locked" ? { kind, lockedTo } : { kind };
}

/** Returns a card in the form that strategies use. */
export function askedCardOf(card: PaymentCard) {
  const {
    id,
    customerId,
    tier,
    currency,
    riskRevision,
    programmeRevision: programRevision,
    predecessors,
  } = card;
  const revisions = { riskRevision, programmeRevision: programRevision };
  return { id, customerId, tier, currency, ...revisions, predecessors, usage: usageOf(card) };
}

/**
 * Returns the state of a card for a decision.
 *
 * @param risk the part that depends on strategies
 * @param draw what the card may draw on the account; see `drawStateOf`
 */
export function cardStateOf(
  card: PaymentCard,
  risk: RiskState,
  time: DecisionTime,
  draw?: DrawState,
): CardState {
  return {
    id: card.id,
    customerId: card.customerId,
    predecessors: card.predecessors,
    tier: card.tier,
    isClosed: card.status === "closed" || card.status === "closing",
    frozenBy: frozenByOf(card, time),
    usage: usageOf(card),
    risk,
    underReview: card.suspended || card.accountStatus === BLOCKED,
    currency: card.currency,
    blocksForeign: card.blocksForeign,
    expiryMonth: card.expiryMonth,
    expiryYear: card.expiryYear,
    availableMinor: card.availableMinor,
    ...(draw !== undefined && { draw }),
    owedMinor: card.owedMinor,
    limits: {
      perTransactionMinor: card.perTransactionLimitMinor,
      dailyMinor: card.dailyLimitMinor,
      monthlyMinor: card.monthlyLimitMinor,
    },
    ownLimits: {
      perTransactionMinor: card.ownPerTransactionLimitMinor,
      dailyMinor: card.ownDailyLimitMinor,
      monthlyMinor: card.ownMonthlyLimitMinor,
    },
    spent: { dayMinor: card.spentDayMinor, monthMinor: card.spentMonthMinor },
  };
}

/** Converts a card that the cards module read within a transaction. */
export function paymentCardOf(card: CardStanding): PaymentCard {
  return {
    id: card.id,
    customerId: card.customer_id,
    currency: card.currency,
    status: card.status,
    accountStatus: card.account_status,
    suspended: card.suspended,
    last4: card.last4,
    expiryMonth: card.expiry_month,
    expiryYear: card.expiry_year,
    cardAccount: card.card_account,
    fundingAccount: card.funding_account,
    receivableAccount: card.receivable_account,
    availableMinor: card.posted_minor - card.held_minor,
    owedMinor: card.owed_minor,
    perTransactionLimitMinor: card.per_transaction_limit_minor,
    dailyLimitMinor: card.daily_limit_minor,
    monthlyLimitMinor: card.monthly_limit_minor,
    ownPerTransactionLimitMinor: card.own_per_transaction_limit_minor,
    ownDailyLimitMinor: card.own_daily_limit_minor,
    ownMonthlyLimitMinor: card.own_monthly_limit_minor,
    blocksForeign: card.blocks_foreign,
    spentDayMinor: card.spent_day_minor,
    spentMonthMinor: card.spent_month_minor,
    draw: card.draw,
    drawnDayMinor: card.drawn_day_minor,
    keepAliveDayMinor: card.keep_alive_day_minor,
    tier: card.type,
    riskRevision: card.risk_revision,
    programmeRevision: card.programme_revision,
    freezes: card.freezes,
    schedule: card.schedule,
    usage: card.usage,
    mandate: card.mandate,
    lockedMerchantKey: card.locked_merchant_key,
    predecessors: card.predecessors,
  };
}
