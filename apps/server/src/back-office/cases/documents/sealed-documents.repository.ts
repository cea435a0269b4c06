import { sql } from "kysely";
import type { Tx } from "../../../platform/context.ts";
import type { StoredSealing } from "./document-vault.ts";

/** A sealed document, with the case and the customer it belongs to. */
export interface StoredDocument extends StoredSealing {
  readonly id: string;
  readonly caseId: string;
  readonly customerId: string;
}

/** Counts the documents that are sealed with a key other than `keyId`. */
export async function countOlderDocuments(tx: Tx, keyId: string): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from review_document where key_id <> ${keyId}`.execute(tx);
  return Number(rows[0]?.count ?? 0n);
}

/** Selects FOR UPDATE up to `limit` documents that are sealed with a key other than `keyId`. */
export async function lockOlderDocuments(
  tx: Tx,
  keyId: string,
  limit: number,
): Promise<StoredDocument[]> {
  const { rows } = await sql<StoredDocument>`
    select id, case_id as "caseId", customer_id as "customerId", key_id as "keyId",
      wrapped_key as "wrappedKey", sealed
    from review_document
    where key_id <> ${keyId} order by id limit ${limit} for update`.execute(tx);
  return rows;
}

/** Replaces a document's sealed form. */
export async function replaceDocument(
  tx: Tx,
  id: string,
  { keyId, wrappedKey, sealed }: StoredSealing,
): Promise<void> {
  await sql`
    update review_document set key_id = ${keyId}, wrapped_key = ${wrappedKey}, sealed = ${sealed}
    where id = ${id}::uuid`.execute(tx);
}
