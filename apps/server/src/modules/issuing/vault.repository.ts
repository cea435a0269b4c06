import type { Tx } from "../../platform/context.ts";
import type { IssuingTables } from "./issuing.tables.ts";
import type { SealedPan } from "./vault.ts";

/** Keeps a sealed number; false where another card has that number. */
export async function insertSecret(
  tx: Tx,
  owner: { readonly cardId: string; readonly customerId: string },
  sealed: SealedPan,
): Promise<boolean> {
  const result = await tx
    .withTables<IssuingTables>()
    .insertInto("card_secret")
    .values({
      card_id: owner.cardId,
      customer_id: owner.customerId,
      key_id: sealed.keyId,
      wrapped_key: sealed.wrappedKey,
      pan_sealed: sealed.panSealed,
      pan_index: sealed.panIndex,
    })
    .onConflict((conflict) => conflict.column("pan_index").doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** The sealed number of a customer's own card. */
export async function findSecret(
  tx: Tx,
  customerId: string,
  cardId: string,
): Promise<SealedPan | undefined> {
  const row = await tx
    .withTables<IssuingTables>()
    .selectFrom("card_secret")
    .selectAll()
    .where("card_id", "=", cardId)
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return row === undefined
    ? undefined
    : {
        keyId: row.key_id,
        wrappedKey: row.wrapped_key,
        panSealed: row.pan_sealed,
        panIndex: row.pan_index,
      };
}
