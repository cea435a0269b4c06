import { sql } from "kysely";
import { type MailedCodePurpose, tables } from "../../db/tables/identity.tables.ts";
import type { Tx } from "../../platform/context.ts";

export interface MailedCode {
  readonly purpose: MailedCodePurpose;
  readonly addressHash: Buffer;
  readonly id: string;
  readonly codeHash: Buffer;
  readonly expiresAt: Date;
}

/** Stores a new code in place of the earlier one. */
export async function replaceCode(tx: Tx, code: MailedCode): Promise<void> {
  const fresh = {
    id: code.id,
    code_hash: code.codeHash,
    tries: 0,
    expires_at: code.expiresAt,
    used_at: null,
  };
  await tables(tx)
    .insertInto("mailed_code")
    .values({ purpose: code.purpose, address_hash: code.addressHash, ...fresh })
    .onConflict((conflict) => conflict.columns(["purpose", "address_hash"]).doUpdateSet(fresh))
    .execute();
}

/**
 * Counts one attempt, in a separate statement before the code is compared. No matter how many
 * attempts run concurrently, only `maxTries` of them get a result; the rest get undefined.
 */
export function countTry(
  tx: Tx,
  purpose: MailedCodePurpose,
  addressHash: Buffer,
  now: Date,
  maxTries: number,
): Promise<{ id: string; codeHash: Buffer } | undefined> {
  return tables(tx)
    .updateTable("mailed_code")
    .set({ tries: sql`tries + 1` })
    .where("purpose", "=", purpose)
    .where("address_hash", "=", addressHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .where("tries", "<", maxTries)
    .returning(["id", "code_hash as codeHash"])
    .executeTakeFirst();
}

/** Marks a code as used. Returns false if another call has already used it. */
export async function useCode(tx: Tx, id: string, now: Date): Promise<boolean> {
  const result = await tables(tx)
    .updateTable("mailed_code")
    .set({ used_at: now })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function forgetCodes(tx: Tx, before: Date): Promise<void> {
  await tables(tx).deleteFrom("mailed_code").where("expires_at", "<", before).execute();
}
