import { sql } from "kysely";
import type { FileSealing } from "../../../adapters/files/index.ts";
import type { Tx } from "../../../platform/context.ts";

interface StoredAttachment extends FileSealing {
  readonly id: string;
}

/** Id of the key used for sealing. Sealed bytes and wrapped keys start with this id. */
const KEY_ID = sql<string>`encode(substring(coalesce(wrapped_key, sealed) from 1 for 4), 'hex')`;

/** Counts the files that are sealed with a key other than `keyId`. */
export async function countOlderAttachments(tx: Tx, keyId: string): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from support_attachment where ${KEY_ID} <> ${keyId}`.execute(tx);
  return Number(rows[0]?.count ?? 0n);
}

/** Selects FOR UPDATE up to `limit` files that are sealed with a key other than `keyId`. */
export async function lockOlderAttachments(
  tx: Tx,
  keyId: string,
  limit: number,
): Promise<StoredAttachment[]> {
  const { rows } = await sql<StoredAttachment>`
    select id, sealed, wrapped_key as "wrappedKey" from support_attachment
    where ${KEY_ID} <> ${keyId} order by id limit ${limit} for update`.execute(tx);
  return rows;
}

/** Replaces a file's sealed form. */
export async function replaceSealed(
  tx: Tx,
  id: string,
  { sealed, wrappedKey }: FileSealing,
): Promise<void> {
  await sql`
    update support_attachment set sealed = ${sealed}, wrapped_key = ${wrappedKey}
    where id = ${id}::uuid`.execute(tx);
}
