import type { ErrorCode } from "@tessera/contract/errors/catalog";
import type { Guard } from "@tessera/ledger";
import type { CardRow } from "../../db/tables/cards.tables.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { type MadeQuote, makeQuote } from "./create-quote.ts";
import { createQuoteBatches } from "./quote-batches.ts";
import { insertQuotes, type QuotedCard } from "./quotes.repository.ts";
import { quotedMovement } from "./redeem-quote.ts";
import { postWithin } from "./redeem-quote-on-debt.ts";

/** What to add to a card, at which fee, and within which limit. Amounts are in minor units. */
export interface FundingOrder {
  readonly amountMinor: bigint;
  /** The highest fee that the card's owner has agreed to. */
  readonly maxFeeBasisPoints: number;
  /** Unique to the cause, so that the ledger refuses a second load for it. */
  readonly idempotencyKey: string;
  /** Returns the limit that the load counts toward, given what leaves the account. */
  readonly guardOf: (totalMinor: bigint) => Guard;
}

type FundingOutcome =
  | { readonly movementId: string; readonly feeMinor: bigint }
  | { readonly refusal: ErrorCode | "limit_exceeded" };

/**
 * Quotes a load and redeems the quote in one transaction, in which the caller has locked the card.
 * The terms, the refusals and the movement are those of a load that a customer confirms,
 * except that a mandate's card is always refused.
 */
export async function fundLockedCard(
  context: AppContext,
  tx: Tx,
  card: CardRow,
  order: FundingOrder,
): Promise<FundingOutcome> {
  if (card.mandate_id !== null) {
    // A person approved one amount. A debt is repaid by the owner, not by a standing order.
    return { refusal: "card_of_mandate" };
  }
  let made: MadeQuote;
  try {
    made = await quoteWithin(context, tx, card, order);
  } catch (error) {
    if (error instanceof Refusal) {
      return { refusal: error.code };
    }
    throw error;
  }
  const quote = quotedCardOf(card, made);
  const { amountMinor, feeMinor } = quote;
  const movement = {
    ...quotedMovement(quote, order.idempotencyKey, made.row.created_at),
    guards: [order.guardOf(amountMinor + feeMinor)],
  };
  const result = await postWithin(context, tx, quote, movement);
  if (result.outcome !== "refused") {
    return { movementId: result.movementId, feeMinor };
  }
  switch (result.reason) {
    case "insufficient":
      return { refusal: "insufficient_funds" };
    case "blocked":
      return { refusal: "account_suspended" };
    case "closed":
      return { refusal: "card_closed" };
    case "guard_exceeded":
      return { refusal: "limit_exceeded" };
    default:
      throw new Error(`the ledger refused quote ${quote.id}: ${result.reason}`);
  }
}

function quoteWithin(
  context: AppContext,
  tx: Tx,
  { id: cardId, customer_id: customerId }: CardRow,
  { amountMinor, maxFeeBasisPoints }: FundingOrder,
): Promise<MadeQuote> {
  const { readBasis } = createQuoteBatches(context);
  const batches = { readBasis, store: (row: MadeQuote["row"]) => insertQuotes(tx, [row]) };
  return makeQuote(context, batches, {
    ...{ customerId, cardId, operation: "deposit", maxFeeBasisPoints },
    amountIn: () => amountMinor,
  });
}

function quotedCardOf(locked: CardRow, { row, card }: MadeQuote): QuotedCard {
  return {
    id: row.id,
    customerId: row.customer_id,
    cardId: row.card_id,
    operation: "deposit",
    amountMinor: row.amount_minor,
    feeMinor: row.fee_minor,
    currency: card.currency,
    expiresAt: row.expires_at,
    status: card.status,
    freezes: card.freezes,
    last4: locked.last4,
    cardAccount: locked.card_account,
    fundingAccount: locked.funding_account,
    receivableAccount: locked.receivable_account,
    owedMinor: card.owedMinor,
  };
}
