import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { WrappedKey } from "./archive-vault.ts";

/** The wrapped key of a completed archive. */
export interface StoredKey extends WrappedKey {
  readonly id: string;
  readonly customerId: string;
}

/** Counts the archives whose data key is wrapped with a root key other than `keyId`. */
export async function countOlderKeys(tx: Tx, keyId: string): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from data_archive where key_id <> ${keyId}`.execute(tx);
  return Number(rows[0]?.count ?? 0n);
}

/**
 * Selects FOR UPDATE up to `limit` data keys that are wrapped with a root key other than `keyId`.
 */
export async function lockOlderKeys(tx: Tx, keyId: string, limit: number): Promise<StoredKey[]> {
  const { rows } = await sql<StoredKey>`
    select id, customer_id as "customerId", key_id as "keyId", wrapped_key as "wrappedKey"
    from data_archive where key_id <> ${keyId} order by id limit ${limit} for update`.execute(tx);
  return rows;
}

/** Stores a data key after rewrapping. */
export async function replaceKey(
  tx: Tx,
  id: string,
  { keyId, wrappedKey }: WrappedKey,
): Promise<void> {
  await sql`
    update data_archive set key_id = ${keyId}, wrapped_key = ${wrappedKey}
    where id = ${id}::uuid`.execute(tx);
}
