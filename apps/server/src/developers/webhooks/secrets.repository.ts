import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import { type SecretRow, tables } from "./webhooks.tables.ts";

/** A secret as stored. */
export type SealedSecret = Pick<SecretRow, "id" | "sealed">;

/** The prefix of the sealed bytes, which identifies the key. */
const KEY_ID = sql<string>`encode(substring(sealed from 1 for 4), 'hex')`;

/** Inserts an endpoint's current secret. The former one must have an end. */
export async function insertSecret(
  tx: Tx,
  secret: Pick<SecretRow, "id" | "endpoint_id" | "sealed" | "created_at">,
): Promise<void> {
  await tables(tx)
    .insertInto("webhook_secret")
    .values({ ...secret, ends_at: null })
    .execute();
}

/** Ends an endpoint's current secret at `until`, and deletes those that were replaced earlier. */
export async function endSecrets(tx: Tx, endpointId: string, until: Date): Promise<void> {
  await tables(tx)
    .deleteFrom("webhook_secret")
    .where("endpoint_id", "=", endpointId)
    .where("ends_at", "is not", null)
    .execute();
  await tables(tx)
    .updateTable("webhook_secret")
    .set({ ends_at: until })
    .where("endpoint_id", "=", endpointId)
    .execute();
}

/** Finds the secrets that sign at a time, the current one first. */
export function findSecrets(tx: Tx, endpointId: string, now: Date): Promise<SealedSecret[]> {
  return tables(tx)
    .selectFrom("webhook_secret")
    .select(["id", "sealed"])
    .where("endpoint_id", "=", endpointId)
    .where((eb) => eb.or([eb("ends_at", "is", null), eb("ends_at", ">", now)]))
    .orderBy(sql`ends_at desc nulls first`)
    .execute();
}

/** Deletes secrets that ended before a time. */
export async function forgetSecrets(tx: Tx, before: Date): Promise<void> {
  await tables(tx).deleteFrom("webhook_secret").where("ends_at", "<", before).execute();
}

/** Selects FOR UPDATE up to `limit` secrets that are sealed with a key other than `keyId`. */
export async function lockOlderSecrets(
  tx: Tx,
  keyId: string,
  limit: number,
): Promise<SealedSecret[]> {
  const { rows } = await sql<SealedSecret>`
    select id, sealed from webhook_secret
    where ${KEY_ID} <> ${keyId} order by id limit ${limit} for update`.execute(tx);
  return rows;
}

/** Stores a secret after resealing. */
export async function replaceSecret(tx: Tx, { id, sealed }: SealedSecret): Promise<void> {
  await tables(tx).updateTable("webhook_secret").set({ sealed }).where("id", "=", id).execute();
}

/** Counts the secrets that are sealed with a key other than `keyId`. */
export async function countOlderSecrets(tx: Tx, keyId: string): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from webhook_secret where ${KEY_ID} <> ${keyId}`.execute(tx);
  return Number(rows[0]?.count ?? 0n);
}
