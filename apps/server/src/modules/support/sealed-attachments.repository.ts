import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";

/** What sealed bytes begin with says under which key they were sealed. */
const KEY_ID = sql<string>`encode(substring(sealed from 1 for 4), 'hex')`;

/** How many files another key than `keyId` sealed. */
export async function countOlderAttachments(tx: Tx, keyId: string): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from support_attachment where ${KEY_ID} <> ${keyId}`.execute(tx);
  return Number(rows[0]?.count ?? 0n);
}

/** Up to `limit` files that another key than `keyId` sealed, kept as they are until the end. */
export async function lockOlderAttachments(
  tx: Tx,
  keyId: string,
  limit: number,
): Promise<{ readonly id: string; readonly sealed: Buffer }[]> {
  const { rows } = await sql<{ readonly id: string; readonly sealed: Buffer }>`
    select id, sealed from support_attachment
    where ${KEY_ID} <> ${keyId} order by id limit ${limit} for update`.execute(tx);
  return rows;
}

/** Puts the same file in, sealed anew. */
export async function replaceSealed(tx: Tx, id: string, sealed: Buffer): Promise<void> {
  await sql`update support_attachment set sealed = ${sealed} where id = ${id}::uuid`.execute(tx);
}
