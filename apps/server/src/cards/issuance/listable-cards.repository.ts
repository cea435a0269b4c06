import { sql } from "kysely";
import type { IssuingTables } from "../../db/tables/issuing.tables.ts";
import type { Tx } from "../../platform/context.ts";
import type { CardKey } from "../../platform/directory/card-directory.repository.ts";
import { issuerCardKey, numberKey } from "../../platform/directory/card-directory.ts";
import type { ListPage } from "../../platform/directory/directory.repository.ts";

/** A card, and its key in the directory. */
export type ListableCard = CardKey & { readonly cardId: string };

/** Returns the number of cards that the directory should have for this database. */
export async function countListableCards(tx: Tx): Promise<number> {
  const { rows } = await sql<{ cards: string }>`
    select (select count(*) from card_secret) + (select count(*) from issuer_card) as cards
    `.execute(tx);
  return Number(rows[0]?.cards);
}

/** Returns which of these cards this database has, with a number or an id at the issuer. */
export async function selectPresentCards(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const own = tx.withTables<IssuingTables>();
  const rows = await own
    .selectFrom("card_secret")
    .select("card_id as cardId")
    .where("card_id", "in", ids)
    .unionAll(own.selectFrom("issuer_card").select("card_id as cardId").where("card_id", "in", ids))
    .execute();
  return new Set(rows.map(({ cardId }) => cardId));
}

/** Selects the next cards after an id whose numbers this database stores. */
export async function selectNumberedCards(
  tx: Tx,
  { after, limit }: ListPage,
): Promise<ListableCard[]> {
  const rows = await tx
    .withTables<IssuingTables>()
    .selectFrom("card_secret")
    .select(["card_id as cardId", "pan_index as panIndex"])
    .where("card_id", ">", after)
    .orderBy("card_id")
    .limit(limit)
    .execute();
  return rows.map(({ cardId, panIndex }) => ({ cardId, ...numberKey(panIndex) }));
}

/** Selects the next cards after an id whose numbers their issuer stores. */
export async function selectIssuersCards(
  tx: Tx,
  { after, limit }: ListPage,
): Promise<ListableCard[]> {
  const rows = await tx
    .withTables<IssuingTables>()
    .selectFrom("issuer_card")
    .select(["card_id as cardId", "issuer", "issuer_card_id as issuerCardId"])
    .where("card_id", ">", after)
    .orderBy("card_id")
    .limit(limit)
    .execute();
  return rows.map(({ cardId, issuer, issuerCardId }) => ({
    cardId,
    ...issuerCardKey(issuer, issuerCardId),
  }));
}
