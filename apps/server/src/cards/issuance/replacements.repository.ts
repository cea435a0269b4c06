import type { CardReplacementRow } from "../../db/tables/cards.tables.ts";
import type { Tx } from "../../platform/context.ts";

type ReplacementTables = { card_replacement: CardReplacementRow };

export async function insertReplacement(tx: Tx, replacement: CardReplacementRow): Promise<void> {
  await tx
    .withTables<ReplacementTables>()
    .insertInto("card_replacement")
    .values(replacement)
    .execute();
}

/** Finds the replacement requested with an idempotency key. */
export async function findReplacementByKey(
  tx: Tx,
  customerId: string,
  clientKey: string,
): Promise<CardReplacementRow | undefined> {
  return tx
    .withTables<ReplacementTables>()
    .selectFrom("card_replacement")
    .selectAll()
    .where("customer_id", "=", customerId)
    .where("client_key", "=", clientKey)
    .executeTakeFirst();
}
