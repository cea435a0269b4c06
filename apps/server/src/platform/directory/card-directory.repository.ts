import type { Tx } from "../database/db.ts";
import type { Table } from "../database/table.ts";
import type { ListPage } from "./directory.repository.ts";

/** How a card is found: by its number, or by its id at the issuer. */
export type CardKind = "number" | "issuer_card";

/** A card's key as stored: its kind, and the hash of the number or the id. */
export interface CardKey {
  readonly kind: CardKind;
  readonly keyHash: Buffer;
}

/** Where a card is. */
export interface CardPlace {
  readonly cell: number;
  readonly cardId: string;
}

function tables(tx: Tx) {
  return tx.withTables<{
    directory_card: Table<"directory_card", { kind: CardKind }>;
    directory_range: Table<"directory_range">;
  }>();
}

/** Adds cards, except those whose keys other cards have. Returns the number added. */
export async function insertCards(
  tx: Tx,
  cards: readonly (CardKey & CardPlace)[],
): Promise<number> {
  const rows = await tables(tx)
    .insertInto("directory_card")
    .values(
      cards.map(({ kind, keyHash, cell, cardId }) => ({
        ...{ kind, cell },
        ...{ key_hash: keyHash, card_id: cardId },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning("kind")
    .execute();
  return rows.length;
}

/** Finds where a card is. */
export async function findCard(tx: Tx, { kind, keyHash }: CardKey): Promise<CardPlace | undefined> {
  const row = await tables(tx)
    .selectFrom("directory_card")
    .select(["cell", "card_id as cardId"])
    .where("key_hash", "=", keyHash)
    .where("kind", "=", kind)
    .executeTakeFirst();
  return row && { cell: row.cell, cardId: row.cardId };
}

/** Returns the number of cards in a cell. */
export async function countCardsOfCell(tx: Tx, cell: number): Promise<number> {
  const { cards } = await tables(tx)
    .selectFrom("directory_card")
    .select(({ fn }) => fn.countAll<string>().as("cards"))
    .where("cell", "=", cell)
    .executeTakeFirstOrThrow();
  return Number(cards);
}

/** Selects the cards of a cell's next keys, after an id. May return one twice. */
export async function selectListedCards(
  tx: Tx,
  cell: number,
  { after, limit }: ListPage,
): Promise<string[]> {
  const rows = await tables(tx)
    .selectFrom("directory_card")
    .select("card_id as cardId")
    .where("cell", "=", cell)
    .where("card_id", ">", after)
    .orderBy("card_id")
    .limit(limit)
    .execute();
  return rows.map(({ cardId }) => cardId);
}

/** Deletes the keys of a cell's cards. */
export async function deleteCards(tx: Tx, cell: number, cardIds: readonly string[]): Promise<void> {
  await tables(tx)
    .deleteFrom("directory_card")
    .where("cell", "=", cell)
    .where("card_id", "in", cardIds)
    .execute();
}

/** A range of card numbers, by the digits that they begin with. */
export interface NumberRange {
  readonly prefix: string;
  readonly cell: number;
}

/** Selects those of the given ranges that belong to a cell. */
export function selectRanges(tx: Tx, prefixes: readonly string[]): Promise<NumberRange[]> {
  return tables(tx)
    .selectFrom("directory_range")
    .select(["prefix", "cell"])
    .where("prefix", "in", prefixes)
    .execute();
}

/** Gives a range to a cell, unless a cell has it. */
export async function insertRange(tx: Tx, { prefix, cell }: NumberRange): Promise<void> {
  await tables(tx)
    .insertInto("directory_range")
    .values({ prefix, cell })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
