import type { Quote } from "@tessera/contract/cards/cards.schemas";
import { isPastExpiry, periodIn, spendingWindows } from "../../authorization/decision/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { requireAmount } from "../../platform/http/amount-input.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import {
  type CardStanding,
  findStanding,
  presentQuote,
  refusalOfState,
} from "../lifecycle/index.ts";
import {
  depositBasisPointsOf,
  feeScheduleAt,
  QUOTE_LIFETIME_MS,
  type QuoteOperation,
  quoteTerms,
} from "../pricing/index.ts";
import { insertQuote } from "./quotes.repository.ts";

export interface QuoteInput {
  readonly customerId: string;
  readonly cardId: string | undefined;
  readonly operation: QuoteOperation;
  /** A decimal amount in the card's currency. */
  readonly amount: string;
}

/**
 * Quotes the cost of loading or unloading an amount, valid for five minutes. Redeeming it charges
 * exactly these amounts or nothing.
 *
 * @throws Refusal `not_found`, `card_closed`, `card_closing`, `card_frozen`, `card_frozen_risk`,
 * `card_frozen_operator`, `card_expired`, `card_used`, `insufficient_funds`
 */
export async function createQuote(context: AppContext, input: QuoteInput): Promise<Quote> {
  const now = context.clock.now();
  const period = periodIn(context.config.timeZone, now);
  const { kysely } = context.db;
  const [card, fees] = await Promise.all([
    input.cardId === undefined
      ? undefined
      : findStanding(kysely, input.customerId, input.cardId, spendingWindows(period)),
    feeScheduleAt(kysely, now),
  ]);
  if (card === undefined) {
    throw new Refusal("not_found");
  }
  requireUsable(card, input.operation, period.month);
  const amountMinor = requireAmount(input.amount, card.currency);
  const balances = {
    accountPostedMinor: card.funding_posted_minor,
    accountAvailableMinor: card.funding_available_minor,
    cardPostedMinor: card.posted_minor,
    cardAvailableMinor: card.posted_minor - card.held_minor,
    owedMinor: card.owed_minor,
  };
  const basisPoints = depositBasisPointsOf(
    fees.cardDepositBasisPoints,
    card.own_deposit_basis_points,
  );
  const terms = quoteTerms(input.operation, amountMinor, balances, basisPoints);
  if (terms === undefined) {
    throw new Refusal("insufficient_funds", { internal: `quote for card ${card.id}` });
  }
  const quote = {
    id: newId(now),
    customer_id: input.customerId,
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
  await insertQuote(kysely, quote);
  return presentQuote(quote, terms);
}

function requireUsable(card: CardStanding, operation: QuoteOperation, month: string): void {
  const refusal = refusalOfState(card.status, card.freezes);
  if (refusal !== undefined) {
    throw refusal;
  }
  // An expired card can be unloaded, but not loaded, since it can no longer pay.
  if (operation === "deposit" && isPastExpiry(card.expiry_month, card.expiry_year, month)) {
    throw new Refusal("card_expired");
  }
  // The same goes for a used single-use card, and loading costs a fee; repaying its debt is
  // allowed.
  const isUsed = card.usage === "single_use" && card.uses > 0n;
  if (operation === "deposit" && isUsed && card.owed_minor === 0n) {
    throw new Refusal("card_used");
  }
}
