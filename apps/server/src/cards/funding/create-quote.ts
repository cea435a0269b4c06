import type { Quote } from "@tessera/contract/cards/cards.schemas";
import { isPastExpiry, periodIn } from "../../authorization/decision/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { requireAmount } from "../../platform/http/amount-input.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import { presentQuote, refusalOfState } from "../lifecycle/index.ts";
import {
  depositBasisPointsOf,
  QUOTE_LIFETIME_MS,
  type QuoteOperation,
  quoteTerms,
} from "../pricing/index.ts";
import { createQuoteBatches } from "./quote-batches.ts";
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
 * `card_frozen_operator`, `card_expired`, `card_used`, `insufficient_funds`
 */
export async function createQuote(
  context: AppContext,
  input: QuoteInput,
  batches = createQuoteBatches(context),
): Promise<Quote> {
  const { customerId, cardId } = input;
  if (cardId === undefined) {
    throw new Refusal("not_found");
  }
  const now = context.clock.now();
  const { card, fees } = await batches.readBasis({ customerId, cardId }, now);
  if (card === null) {
    throw new Refusal("not_found");
  }
  requireUsable(card, input.operation, periodIn(context.config.timeZone, now).month);
  const amountMinor = requireAmount(input.amount, card.currency);
  const balances = {
    accountAvailableMinor: card.fundingAvailableMinor,
    cardPostedMinor: card.postedMinor,
    cardAvailableMinor: card.postedMinor - card.heldMinor,
    owedMinor: card.owedMinor,
  };
  const basisPoints = depositBasisPointsOf(fees.cardDepositBasisPoints, card.ownDepositBasisPoints);
  const terms = quoteTerms(input.operation, amountMinor, balances, basisPoints);
  if (terms === undefined) {
    throw new Refusal("insufficient_funds", { internal: `quote for card ${card.id}` });
  }
  const quote = {
    id: newId(now),
    customer_id: customerId,
    card_id: card.id,
    operation: input.operation,
    amount_minor: terms.amountMinor,
    fee_minor: terms.feeMinor,
    fee_basis_points: terms.feeBasisPoints,
    fee_schedule_version: fees.version,
    currency: card.currency,
    created_at: now,
    expires_at: new Date(now.getTime() + QUOTE_LIFETIME_MS),
  };
  await batches.store(quote);
  return presentQuote(quote, terms);
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
  const isUsed = card.usage === "single_use" && card.uses > 0n;
  if (operation === "deposit" && isUsed && card.owedMinor === 0n) {
    throw new Refusal("card_used");
  }
}
