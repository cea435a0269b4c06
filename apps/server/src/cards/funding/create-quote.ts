import type { Quote } from "@tessera/contract/cards/cards.schemas";
import type { CurrencyCode } from "@tessera/money";
import { isPastExpiry, periodIn } from "../../authorization/decision/index.ts";
import type { CardQuoteRow } from "../../db/tables/cards.tables.ts";
import type { AppContext } from "../../platform/context.ts";
import { requireAmount } from "../../platform/http/amount-input.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import { presentQuote, refusalOfState } from "../lifecycle/index.ts";
import {
  depositBasisPointsOf,
  QUOTE_LIFETIME_MS,
  type QuoteOperation,
  type QuoteTerms,
  quoteTerms,
} from "../pricing/index.ts";
import { createQuoteBatches, type QuoteBatches } from "./quote-batches.ts";
import type { QuotableCard } from "./quotes.repository.ts";

export interface QuoteInput {
  readonly customerId: string;
  readonly cardId: string | undefined;
  readonly operation: QuoteOperation;
  /** A decimal amount in the card's currency. */
  readonly amount: string;
}

/**
 * Quotes the cost of loading or unloading an amount. The quote is valid for five minutes, and
 * redeeming it charges either exactly the quoted amounts or nothing. `batches` lets concurrent
 * quotes share statements.
 *
 * @throws Refusal `not_found`, `card_closed`, `card_closing`, `card_frozen`, `card_frozen_risk`,
 * `card_frozen_operator`, `card_expired`, `card_used`, `card_of_mandate`, `insufficient_funds`
 */
export async function createQuote(
  context: AppContext,
  input: QuoteInput,
  batches = createQuoteBatches(context),
): Promise<Quote> {
  const { customerId, cardId, operation } = input;
  if (cardId === undefined) {
    throw new Refusal("not_found");
  }
  const { row, terms } = await makeQuote(context, batches, {
    ...{ customerId, cardId, operation },
    amountIn: (currency) => requireAmount(input.amount, currency),
  });
  return presentQuote(row, terms);
}

interface WantedQuote {
  readonly customerId: string;
  readonly cardId: string;
  readonly operation: QuoteOperation;
  /** Returns the amount in minor units of the card's currency. */
  readonly amountIn: (currency: CurrencyCode) => bigint;
  /** The highest fee to quote; undefined for any. */
  readonly maxFeeBasisPoints?: number;
}

/** A stored quote, its terms, and the card as it was read for the quote. */
export interface MadeQuote {
  readonly row: CardQuoteRow;
  readonly terms: QuoteTerms;
  readonly card: QuotableCard;
}

/**
 * Makes and stores a quote.
 *
 * @throws Refusal as {@link createQuote}, and `price_changed` for a fee above the highest one
 */
export async function makeQuote(
  context: AppContext,
  batches: QuoteBatches,
  { customerId, cardId, operation, amountIn, maxFeeBasisPoints = 10_000 }: WantedQuote,
): Promise<MadeQuote> {
  const now = context.clock.now();
  const { card, fees } = await batches.readBasis({ customerId, cardId }, now);
  if (card === null) {
    throw new Refusal("not_found");
  }
  requireUsable(card, operation, periodIn(context.config.timeZone, now).month);
  const amountMinor = amountIn(card.currency);
  const balances = {
    accountAvailableMinor: card.fundingAvailableMinor,
    cardPostedMinor: card.postedMinor,
    cardAvailableMinor: card.postedMinor - card.heldMinor,
    owedMinor: card.owedMinor,
  };
  const basisPoints = depositBasisPointsOf(fees.cardDepositBasisPoints, card.ownDepositBasisPoints);
  if (basisPoints > maxFeeBasisPoints) {
    throw new Refusal("price_changed");
  }
  const terms = quoteTerms(operation, amountMinor, balances, basisPoints);
  if (terms === undefined) {
    throw new Refusal("insufficient_funds", { internal: `quote for card ${card.id}` });
  }
  const row = {
    id: newId(now),
    customer_id: customerId,
    card_id: card.id,
    operation,
    amount_minor: terms.amountMinor,
    fee_minor: terms.feeMinor,
    fee_basis_points: terms.feeBasisPoints,
    fee_schedule_version: fees.version,
    currency: card.currency,
    created_at: now,
    expires_at: new Date(now.getTime() + QUOTE_LIFETIME_MS),
  };
  await batches.store(row);
  return { row, terms, card };
}

function requireUsable(card: QuotableCard, operation: QuoteOperation, month: string): void {
  const refusal = refusalOfState(card.status, card.freezes);
  if (refusal !== undefined) {
    throw refusal;
  }
  // An expired card can be unloaded, but not loaded, since it can no longer pay.
  if (operation === "deposit" && isPastExpiry(card.expiryMonth, card.expiryYear, month)) {
    throw new Refusal("card_expired");
  }
  // A used single-use card cannot pay either, and loading it would cost a fee. Repaying the card's
  // debt is still allowed.
  if (operation === "deposit" && card.mandateId !== null && card.owedMinor === 0n) {
    throw new Refusal("card_of_mandate");
  }
  const isUsed = card.usage === "single_use" && card.uses > 0n;
  if (operation === "deposit" && isUsed && card.owedMinor === 0n) {
    throw new Refusal("card_used");
  }
}
