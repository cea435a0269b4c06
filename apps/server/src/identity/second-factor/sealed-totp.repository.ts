import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";

/** An authenticator app's secret as stored. */
export interface SealedTotp {
  /** The person's id, or the session's id for a secret that has not been activated. */
  readonly ownerId: string;
  readonly sealed: Buffer;
}

/** The tables that hold secrets: active ones and pending ones. */
export const TOTP_TABLES = ["totp_factor", "totp_enrolment"] as const;
export type TotpTable = (typeof TOTP_TABLES)[number];

const OWNER = { totp_factor: "person_id", totp_enrolment: "session_id" } as const;

/** The prefix of the sealed bytes, which identifies the key. */
const KEY_ID = sql<string>`encode(substring(sealed_secret from 1 for 4), 'hex')`;

/** Selects FOR UPDATE up to `limit` secrets that are sealed with a key other than `keyId`. */
export async function lockOlderTotp(
  tx: Tx,
  table: TotpTable,
  keyId: string,
  limit: number,
): Promise<SealedTotp[]> {
  const owner = sql.ref(OWNER[table]);
  const { rows } = await sql<SealedTotp>`
    select ${owner} as "ownerId", sealed_secret as sealed from ${sql.table(table)}
    where ${KEY_ID} <> ${keyId} order by ${owner} limit ${limit} for update`.execute(tx);
  return rows;
}

/** Stores a secret after resealing. */
export async function replaceTotp(
  tx: Tx,
  table: TotpTable,
  { ownerId, sealed }: SealedTotp,
): Promise<void> {
  await sql`update ${sql.table(table)} set sealed_secret = ${sealed}
    where ${sql.ref(OWNER[table])} = ${ownerId}`.execute(tx);
}

/** Counts the secrets that are sealed with a key other than `keyId`. */
export async function countOlderTotp(tx: Tx, table: TotpTable, keyId: string): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from ${sql.table(table)} where ${KEY_ID} <> ${keyId}`.execute(tx);
  return Number(rows[0]?.count ?? 0n);
}
