import type { CardClosingRow, CardRow, CardsTables } from "../../../db/tables/cards.tables.ts";
import type { Tx } from "../../../platform/context.ts";

/**
 * Records that a card will close when its holds end. Returns false if the key was already used to
 * request another closure.
 */
export async function insertClosing(tx: Tx, closing: CardClosingRow): Promise<boolean> {
  const result = await tx
    .withTables<CardsTables>()
    .insertInto("card_closing")
    .values(closing)
    .onConflict((conflict) => conflict.columns(["customer_id", "client_key"]).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function findClosing(tx: Tx, cardId: string): Promise<CardClosingRow | undefined> {
  return tx
    .withTables<CardsTables>()
    .selectFrom("card_closing")
    .selectAll()
    .where("card_id", "=", cardId)
    .executeTakeFirst();
}

/** Returns whether a customer's key was used to request the closure of another card. */
export async function isKeyOfOtherClosing(
  tx: Tx,
  customerId: string,
  cardId: string,
  clientKey: string,
): Promise<boolean> {
  const row = await tx
    .withTables<CardsTables>()
    .selectFrom("card_closing")
    .select("card_id")
    .where("customer_id", "=", customerId)
    .where("client_key", "=", clientKey)
    .where("card_id", "<>", cardId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds closing cards without holds, ordered by id. */
export function findSettledClosings(
  tx: Tx,
  limit: number,
  after: Pick<CardRow, "id"> | undefined,
): Promise<Pick<CardRow, "id">[]> {
  return tx
    .withTables<CardsTables>()
    .selectFrom("card_standing as card")
    .select("card.id")
    .where("card.status", "=", "closing")
    .where("card.held_minor", "=", 0n)
    .$if(after !== undefined, (query) => query.where("card.id", ">", after?.id ?? ""))
    .orderBy("card.id")
    .limit(limit)
    .execute();
}

/** Selects a card's replacement FOR UPDATE, or returns undefined if the card was not replaced. */
export async function lockSuccessor(tx: Tx, cardId: string): Promise<CardRow | undefined> {
  return tx
    .withTables<CardsTables>()
    .selectFrom("card")
    .selectAll("card")
    .where(
      "card.id",
      "in",
      tx
        .withTables<CardsTables>()
        .selectFrom("card_replacement")
        .select("card_replacement.card_id")
        .where("card_replacement.replaced_card_id", "=", cardId),
    )
    .forNoKeyUpdate()
    .executeTakeFirst();
}
