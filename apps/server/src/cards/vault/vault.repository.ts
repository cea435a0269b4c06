import type { IssuingTables } from "../../db/tables/issuing.tables.ts";
import type { Tx } from "../../platform/context.ts";
import type { SealedPan } from "./vault.ts";

/** Stores a sealed PAN. Returns false if another card has that PAN. */
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

/** Finds the sealed PAN of one of a customer's cards. */
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

/** A sealed PAN with its owner. */
export interface OwnedSecret {
  readonly owner: { readonly cardId: string; readonly customerId: string };
  readonly sealed: SealedPan;
}

/** Selects FOR UPDATE up to `limit` PANs sealed with a key other than `keyId`. */
export async function lockOlderSecrets(
  tx: Tx,
  keyId: string,
  limit: number,
): Promise<OwnedSecret[]> {
  const rows = await tx
    .withTables<IssuingTables>()
    .selectFrom("card_secret")
    .selectAll()
    .where("key_id", "<>", keyId)
    .orderBy("card_id")
    .limit(limit)
    .forUpdate()
    .execute();
  return rows.map((row) => ({
    owner: { cardId: row.card_id, customerId: row.customer_id },
    sealed: {
      keyId: row.key_id,
      wrappedKey: row.wrapped_key,
      panSealed: row.pan_sealed,
      panIndex: row.pan_index,
    },
  }));
}

/** Stores the same PANs, resealed. */
export async function replaceSecrets(tx: Tx, secrets: readonly OwnedSecret[]): Promise<void> {
  for (const { owner, sealed } of secrets) {
    await tx
      .withTables<IssuingTables>()
      .updateTable("card_secret")
      .set({
        key_id: sealed.keyId,
        wrapped_key: sealed.wrappedKey,
        pan_sealed: sealed.panSealed,
      })
      .where("card_id", "=", owner.cardId)
      .execute();
  }
}

/** Counts PANs sealed with a key other than `keyId`. */
export async function countOlderSecrets(tx: Tx, keyId: string): Promise<number> {
  const { count } = await tx
    .withTables<IssuingTables>()
    .selectFrom("card_secret")
    .select((row) => row.fn.countAll<bigint>().as("count"))
    .where("key_id", "<>", keyId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
