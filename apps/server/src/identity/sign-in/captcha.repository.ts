import { sql } from "kysely";
import { tables } from "../../db/tables/identity.tables.ts";
import type { Tx } from "../../platform/context.ts";
import type { ProofWork } from "./captcha-proof.ts";

/** What solves a captcha: the characters in a picture, or a proof of work. */
export type CaptchaTask = { readonly answerHash: Buffer } | { readonly work: ProofWork };

export interface StoredCaptcha {
  readonly id: string;
  readonly task: CaptchaTask;
  readonly expiresAt: Date;
}

/**
 * Stores a captcha and returns true, or returns false if `maxLive` captchas are already pending.
 */
export async function insertCaptcha(
  tx: Tx,
  { id, task, expiresAt }: StoredCaptcha,
  maxLive: number,
): Promise<boolean> {
  const answerHash = "answerHash" in task ? task.answerHash : null;
  const work = "work" in task ? task.work : undefined;
  const result = await sql`
    insert into captcha (id, answer_hash, proof_parts, proof_bits, proof_rounds, expires_at)
    select ${id}, ${answerHash}, ${work?.parts ?? null}, ${work?.bits ?? null},
      ${work?.rounds ?? null}, ${expiresAt}
    where (select count(*) from captcha) < ${maxLive}`.execute(tx);
  return result.numAffectedRows === 1n;
}

/**
 * Deletes and returns a captcha, so that it can be answered only once. Returns undefined if there
 * is none.
 */
export async function takeCaptcha(tx: Tx, id: string): Promise<StoredCaptcha | undefined> {
  const row = await tables(tx)
    .deleteFrom("captcha")
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) {
    return undefined;
  }
  const { answer_hash: answerHash, proof_parts, proof_bits, proof_rounds } = row;
  const work = { parts: proof_parts ?? 0, bits: proof_bits ?? 0, rounds: proof_rounds ?? 0 };
  const task = answerHash === null ? { work } : { answerHash };
  return { id: row.id, task, expiresAt: row.expires_at };
}

export async function forgetCaptchas(tx: Tx, now: Date): Promise<void> {
  await tables(tx).deleteFrom("captcha").where("expires_at", "<", now).execute();
}
