import type { CurrencyCode } from "@tessera/money";
import { sql } from "kysely";
import type {
  CardQuoteRow,
  CardRow,
  CardsTables,
  StoredFreeze,
} from "../../db/tables/cards.tables.ts";
import type { Db, Tx } from "../../platform/context.ts";
import type { RowsToRead } from "../../platform/idempotency/idempotency.repository.ts";

/** A quote and its card, read together. */
export interface QuotedCard {
  readonly id: string;
  readonly customerId: string;
  readonly cardId: string;
  readonly operation: "deposit" | "withdraw";
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  readonly currency: CurrencyCode;
  readonly expiresAt: Date;
  readonly status: CardRow["status"];
  readonly freezes: readonly StoredFreeze[] | null;
  readonly last4: string;
  readonly cardAccount: bigint;
  readonly fundingAccount: bigint;
  readonly receivableAccount: bigint;
  readonly owedMinor: bigint;
}

/** The columns of a card that a quote needs, with its balances. Amounts are in minor units. */
export interface QuotableCard {
  readonly id: string;
  readonly status: CardRow["status"];
  readonly freezes: readonly StoredFreeze[] | null;
  readonly usage: CardRow["usage"];
  readonly currency: CurrencyCode;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly postedMinor: bigint;
  readonly heldMinor: bigint;
  readonly fundingAvailableMinor: bigint;
  readonly owedMinor: bigint;
  /** The purchase mandate that the card was issued for; null for other cards. */
  readonly mandateId: string | null;
  /** The number of payments made by a single-use card. */
  readonly uses: bigint;
  /** The load fee for its card product; null if the published fee applies. */
  readonly ownDepositBasisPoints: number | null;
}

/** Identifies a card named by a customer. */
export interface NamedCard {
  readonly customerId: string;
  readonly cardId: string;
}

/**
 * Finds cards for many customers in one statement, in the order requested. Returns null for a card
 * that is missing or belongs to another customer.
 */
export async function findQuotableCards(
  db: Db,
  named: readonly NamedCard[],
): Promise<(QuotableCard | null)[]> {
  const rows = await db.sql<(QuotableCard & { place: bigint })[]>`
    select named.place, card.id, card.status, card.freezes, card.usage, card.currency,
      card.expiry_month as "expiryMonth", card.expiry_year as "expiryYear",
      card.posted_minor as "postedMinor", card.held_minor as "heldMinor",
      card.funding_available_minor as "fundingAvailableMinor", card.owed_minor as "owedMinor",
      card.mandate_id as "mandateId",
      coalesce(used.count, 0) as uses, segment.deposit_basis_points as "ownDepositBasisPoints"
    from unnest(
      ${named.map(({ customerId }) => customerId)}::uuid[],
      ${named.map(({ cardId }) => cardId)}::uuid[]
    ) with ordinality as named (customer_id, card_id, place)
    join card_standing card on card.id = named.card_id and card.customer_id = named.customer_id
    join card_segment segment on segment.id = card.segment_id
    left join ledger.counter used on used.subject = card.id and used.time_window = 'uses'
      and card.usage = 'single_use'`;
  const found: (QuotableCard | null)[] = named.map(() => null);
  for (const { place, ...card } of rows) {
    found[Number(place) - 1] = card;
  }
  return found;
}

/**
 * Stores many quotes in one statement. Needs a separate connection, because the statement waits for
 * the disk, and any statements pipelined behind it would have to wait as well.
 */
export async function insertQuotes(tx: Tx, quotes: readonly CardQuoteRow[]): Promise<void> {
  await tx
    .withTables<CardsTables>()
    .insertInto("card_quote")
    .columns([
      "id",
      "customer_id",
      "card_id",
      "operation",
      "amount_minor",
      "fee_minor",
      "fee_basis_points",
      "fee_schedule_version",
      "currency",
      "created_at",
      "expires_at",
    ])
    .expression(sql`select * from unnest(
      ${quotes.map(({ id }) => id)}::uuid[],
      ${quotes.map(({ customer_id }) => customer_id)}::uuid[],
      ${quotes.map(({ card_id }) => card_id)}::uuid[],
      ${quotes.map(({ operation }) => operation)}::text[],
      ${quotes.map(({ amount_minor }) => amount_minor.toString())}::bigint[],
      ${quotes.map(({ fee_minor }) => fee_minor.toString())}::bigint[],
      ${quotes.map(({ fee_basis_points }) => fee_basis_points)}::int[],
      ${quotes.map(({ fee_schedule_version }) => fee_schedule_version)}::int[],
      ${quotes.map(({ currency }) => currency)}::text[],
      ${quotes.map(({ created_at }) => created_at)}::timestamptz[],
      ${quotes.map(({ expires_at }) => expires_at)}::timestamptz[]
    )`)
    .execute();
}

/** Reads a quote and its card in the same statement as an idempotency key. */
export const QUOTED_CARDS: RowsToRead<QuotedCard> = {
  withId: (db, id) => db.sql`
    select quote.id, quote.customer_id as "customerId", quote.card_id as "cardId",
      quote.operation, quote.amount_minor as "amountMinor", quote.fee_minor as "feeMinor",
      quote.currency, quote.expires_at as "expiresAt", card.status, card.freezes, card.last4,
      card.card_account as "cardAccount", card.funding_account as "fundingAccount",
      card.receivable_account as "receivableAccount", card.owed_minor as "owedMinor"
    from card_quote quote join card_standing card on card.id = quote.card_id
    where quote.id = ${id}`,
};

/** Finds a quote and its card, or returns null if there is no such quote. */
export async function findQuotedCard(db: Db, quoteId: string): Promise<QuotedCard | null> {
  const [found] = await db.sql<QuotedCard[]>`
    select quoted.* from (values (${quoteId}::uuid)) wanted (id)
    cross join lateral (${QUOTED_CARDS.withId(db, db.sql`wanted.id`)}) quoted`;
  return found ?? null;
}
