import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { SealedMail } from "./enqueue-mail.ts";

/** A queued email. */
export interface WaitingMail {
  readonly jobId: string;
  readonly payload: SealedMail;
}

/** The prefix of the encrypted bytes, which identifies the key. */
const KEY_ID = sql<string>`
  encode(substring(decode(data ->> 'sealed', 'base64') from 1 for 4), 'hex')`;

/**
 * Selects FOR UPDATE up to `limit` emails that are not being sent and were sealed with a key other
 * than `keyId`.
 */
export async function lockOlderMails(
  tx: Tx,
  queue: string,
  keyId: string,
  limit: number,
): Promise<WaitingMail[]> {
  const { rows } = await sql<{ id: string; data: SealedMail }>`
    select id, data from jobs.job
    where name = ${queue} and state in ('created', 'retry') and ${KEY_ID} <> ${keyId}
    order by id limit ${limit} for update skip locked`.execute(tx);
  return rows.map(({ id, data }) => ({ jobId: id, payload: data }));
}

/** Stores a resealed email. */
export async function replaceMail(
  tx: Tx,
  queue: string,
  { jobId, payload }: WaitingMail,
): Promise<void> {
  await sql`update jobs.job
    set data = jsonb_set(data, '{sealed}', to_jsonb(${payload.sealed}::text))
    where name = ${queue} and id = ${jobId}`.execute(tx);
}

/** Counts emails that may still be sent and were sealed with a key other than `keyId`. */
export async function countOlderMails(tx: Tx, queue: string, keyId: string): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from jobs.job
    where name = ${queue} and state in ('created', 'retry', 'active')
      and ${KEY_ID} <> ${keyId}`.execute(tx);
  return Number(rows[0]?.count ?? 0n);
}
