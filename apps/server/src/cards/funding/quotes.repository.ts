import type { CurrencyCode } from "@tessera/money";
import type { Insertable } from "kysely";
import type { CardRow, CardsTables, StoredFreeze } from "../../db/tables/cards.tables.ts";
import type { Db, Tx } from "../../platform/context.ts";

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

export async function insertQuote(tx: Tx, quote: Insertable<CardsTables["card_quote"]>) {
  await tx.withTables<CardsTables>().insertInto("card_quote").values(quote).execute();
}

/** Finds many quotes with their cards in one statement, in order; null for an unknown one. */
export async function findQuotedCards(
  db: Db,
  quoteIds: readonly string[],
): Promise<(QuotedCard | null)[]> {
  const rows = await db.sql<QuotedCard[]>`
    select quote.id, quote.customer_id as "customerId", quote.card_id as "cardId",
      quote.operation, quote.amount_minor as "amountMinor", quote.fee_minor as "feeMinor",
      quote.currency, quote.expires_at as "expiresAt", card.status, card.freezes, card.last4,
      card.card_account as "cardAccount", card.funding_account as "fundingAccount",
      card.receivable_account as "receivableAccount", card.owed_minor as "owedMinor"
    from card_quote quote join card_standing card on card.id = quote.card_id
    where quote.id = any(${[...quoteIds]}::uuid[])`;
  const found = new Map(rows.map((row) => [row.id, row]));
  return quoteIds.map((id) => found.get(id) ?? null);
}
