import type { CardFreezeRow, CardsTables, SetLayer } from "../../../db/tables/cards.tables.ts";
import type { Tx } from "../../../platform/context.ts";

/**
 * Lists the layers that freeze a card. The card's row must be locked, as for any change to its
 * layers.
 */
export async function listLayers(tx: Tx, cardId: string): Promise<SetLayer[]> {
  const rows = await tx
    .withTables<CardsTables>()
    .selectFrom("card_freeze")
    .select("layer")
    .where("card_id", "=", cardId)
    .execute();
  return rows.map(({ layer }) => layer);
}

/** Inserts a layer. Leaves an existing one unchanged. */
export async function insertFreeze(tx: Tx, freeze: CardFreezeRow): Promise<void> {
  await tx
    .withTables<CardsTables>()
    .insertInto("card_freeze")
    .values(freeze)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteFreezes(
  tx: Tx,
  cardId: string,
  layers: readonly SetLayer[],
): Promise<void> {
  await tx
    .withTables<CardsTables>()
    .deleteFrom("card_freeze")
    .where("card_id", "=", cardId)
    .where("layer", "in", [...layers])
    .execute();
}
