import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import { tables } from "./accounts.tables.ts";

interface StoredCaptcha {
  readonly id: string;
  readonly answerHash: Buffer;
  readonly expiresAt: Date;
}

/** Stores a captcha, unless `maxLive` are waiting already; answers whether it did. */
export async function insertCaptcha(
  tx: Tx,
  { id, answerHash, expiresAt }: StoredCaptcha,
  maxLive: number,
): Promise<boolean> {
  const result = await sql`
    insert into captcha (id, answer_hash, expires_at)
    select ${id}, ${answerHash}, ${expiresAt}
    where (select count(*) from captcha) < ${maxLive}`.execute(tx);
  return result.numAffectedRows === 1n;
}

/** Takes a captcha away, so that it can be asked once only; undefined where there is none. */
export async function takeCaptcha(tx: Tx, id: string): Promise<StoredCaptcha | undefined> {
  const row = await tables(tx)
    .deleteFrom("captcha")
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  return row && { id: row.id, answerHash: row.answer_hash, expiresAt: row.expires_at };
}

export async function forgetCaptchas(tx: Tx, now: Date): Promise<void> {
  await tables(tx).deleteFrom("captcha").where("expires_at", "<", now).execute();
}
