import type { CurrencyCode } from "@tessera/money";
import type { CardStanding } from "../cards/index.ts";
import type { CardState } from "../risk/index.ts";

/** A card as a payment sees it: one snapshot of state, limits, money and counters. */
export interface PaymentCard {
  readonly id: string;
  readonly customerId: string;
  readonly currency: CurrencyCode;
  readonly status: "active" | "frozen" | "closed";
  readonly accountStatus: number;
  /** The customer is suspended. */
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
  readonly spentDayMinor: bigint;
  readonly spentMonthMinor: bigint;
}

/** The ledger's word for an account that takes neither side: one that is being looked into. */
const BLOCKED = 3;

/** What a decision needs to know of a card. */
export function cardStateOf(card: PaymentCard): CardState {
  return {
    status: card.status,
    underReview: card.suspended || card.accountStatus === BLOCKED,
    currency: card.currency,
    expiryMonth: card.expiryMonth,
    expiryYear: card.expiryYear,
    availableMinor: card.availableMinor,
    owedMinor: card.owedMinor,
    limits: {
      perTransactionMinor: card.perTransactionLimitMinor,
      dailyMinor: card.dailyLimitMinor,
      monthlyMinor: card.monthlyLimitMinor,
    },
    spent: { dayMinor: card.spentDayMinor, monthMinor: card.spentMonthMinor },
  };
}

/** The same card as the cards module reads it inside a transaction. */
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
    spentDayMinor: card.spent_day_minor,
    spentMonthMinor: card.spent_month_minor,
  };
}
