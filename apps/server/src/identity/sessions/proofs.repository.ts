import { sql } from "kysely";
import { type ProofFactor, tables } from "../../db/tables/identity.tables.ts";
import type { Tx } from "../../platform/context.ts";

/** A step-up token as stored. The token itself is stored only as a hash. */
export interface StoredProof {
  readonly sessionId: string;
  readonly expiresAt: Date;
  readonly factor: ProofFactor;
  /** Hash of the subject that the token is bound to; null if it is unbound. */
  readonly subjectHash: Buffer | null;
}

/** Adds a step-up token to a session. Returns whether the session still existed. */
export async function insertProof(
  tx: Tx,
  proof: StoredProof & { readonly tokenHash: Buffer },
): Promise<boolean> {
  const { tokenHash, sessionId, expiresAt, factor, subjectHash } = proof;
  const result = await sql`
    insert into session_proof (token_hash, session_id, expires_at, factor, subject_hash)
    select ${tokenHash}, id, ${expiresAt}::timestamptz, ${factor}, ${subjectHash}::bytea
    from session where id = ${sessionId} for key share`.execute(tx);
  return result.numAffectedRows === 1n;
}

export function findProof(tx: Tx, tokenHash: Buffer): Promise<StoredProof | undefined> {
  return tables(tx)
    .selectFrom("session_proof")
    .select([
      "session_id as sessionId",
      "expires_at as expiresAt",
      "factor",
      "subject_hash as subjectHash",
    ])
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
}

/**
 * Deletes and returns a session's step-up token. Only one of several concurrent attempts finds the
 * token.
 */
export function takeProof(
  tx: Tx,
  { tokenHash, sessionId }: { readonly tokenHash: Buffer; readonly sessionId: string },
): Promise<StoredProof | undefined> {
  return tables(tx)
    .deleteFrom("session_proof")
    .where("token_hash", "=", tokenHash)
    .where("session_id", "=", sessionId)
    .returning([
      "session_id as sessionId",
      "expires_at as expiresAt",
      "factor",
      "subject_hash as subjectHash",
    ])
    .executeTakeFirst();
}

/**
 * Deletes all of a session's step-up tokens. Returns whether any of them was not bound to a
 * subject.
 */
export async function spendProofs(tx: Tx, sessionId: string): Promise<boolean> {
  const spent = await tables(tx)
    .deleteFrom("session_proof")
    .where("session_id", "=", sessionId)
    .returning("subject_hash as subjectHash")
    .execute();
  return spent.some(({ subjectHash }) => subjectHash === null);
}
