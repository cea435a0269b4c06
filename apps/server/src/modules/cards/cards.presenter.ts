import type { Card, FundingReceipt, Quote } from "@tessera/contract/cards/cards.schemas";
import { type CurrencyCode, formatAmount } from "@tessera/money";
import { wireId } from "../../platform/ids.ts";
import { isPastExpiry, type ProgrammePeriod } from "../risk/index.ts";
import type { QuoteTerms } from "./card-quote.policy.ts";
import type { CardStanding } from "./cards.repository.ts";
import type { CardQuoteRow } from "./cards.tables.ts";

/** What a card looks like to its owner; a column that is not named here does not leave. */
export function presentCard(
  card: CardStanding,
  period: ProgrammePeriod,
  depositFeeBasisPoints: number,
): Card {
  const money = (amountMinor: bigint) => formatAmount(amountMinor, card.currency);
  return {
    id: wireId("card", card.id),
    nickname: card.nickname,
    network: card.network,
    type: card.type,
    currency: card.currency,
    last4: card.last4,
    expiryMonth: card.expiry_month,
    expiryYear: card.expiry_year,
    status: statusOf(card, period),
    // Below zero where a forced posting took more than there was.
    balance: money(card.posted_minor - card.owed_minor),
    held: money(card.held_minor),
    spentToday: money(card.spent_day_minor),
    monthlyLimit: money(card.monthly_limit_minor),
    spentThisMonth: money(card.spent_month_minor),
    dailyLimit: money(card.daily_limit_minor),
    perTransactionLimit: money(card.per_transaction_limit_minor),
    depositFeeBasisPoints,
    dailyResetsAt: period.dayResetsAt.toISOString(),
    monthlyResetsAt: period.monthResetsAt.toISOString(),
    createdAt: card.created_at.toISOString(),
  };
}

function statusOf(card: CardStanding, period: ProgrammePeriod): Card["status"] {
  const expired = isPastExpiry(card.expiry_month, card.expiry_year, period.month);
  return expired && card.status !== "closed" ? "expired" : card.status;
}

export function presentQuote(quote: CardQuoteRow, terms: QuoteTerms): Quote {
  const money = (amountMinor: bigint) => formatAmount(amountMinor, quote.currency);
  return {
    quoteId: wireId("quo", quote.id),
    operation: quote.operation,
    amount: money(terms.amountMinor),
    fee: money(terms.feeMinor),
    feeBasisPoints: terms.feeBasisPoints,
    total: money(terms.totalMinor),
    currency: quote.currency,
    accountBalanceAfter: money(terms.accountAfterMinor),
    cardBalanceAfter: money(terms.cardAfterMinor),
    expiresAt: quote.expires_at.toISOString(),
  };
}

/** What a spent quote moved. Minor units of `currency`. */
export interface Funding {
  readonly movementId: string;
  readonly currency: CurrencyCode;
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  readonly accountMinor: bigint;
  readonly cardMinor: bigint;
  /** Whether the ledger alone gives this again to every repeat, and whether this was one. */
  readonly inLedger: boolean;
  readonly repeated: boolean;
}

export function presentFunding(funding: Funding): FundingReceipt {
  const money = (amountMinor: bigint) => formatAmount(amountMinor, funding.currency);
  return {
    movementId: wireId("mov", funding.movementId),
    status: "completed",
    amount: money(funding.amountMinor),
    fee: money(funding.feeMinor),
    total: money(funding.amountMinor + funding.feeMinor),
    currency: funding.currency,
    accountBalance: money(funding.accountMinor),
    cardBalance: money(funding.cardMinor),
  };
}
