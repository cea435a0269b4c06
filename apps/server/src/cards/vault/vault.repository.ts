import type { IssuingTables } from "../../db/tables/issuing.tables.ts";
import type { Tx } from "../../platform/context.ts";
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

/** A sealed number with whose it is. */
export interface OwnedSecret {
  readonly owner: { readonly cardId: string; readonly customerId: string };
  readonly sealed: SealedPan;
}

/** Up to `limit` numbers that another key than `keyId` sealed, kept as they are until the end. */
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

/** Puts the same numbers in, sealed anew. */
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

/** How many numbers another key than `keyId` sealed. */
export async function countOlderSecrets(tx: Tx, keyId: string): Promise<number> {
  const { count } = await tx
    .withTables<IssuingTables>()
    .selectFrom("card_secret")
    .select((row) => row.fn.countAll<bigint>().as("count"))
    .where("key_id", "<>", keyId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
