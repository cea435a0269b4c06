import { type PasskeyPurpose, tables } from "../../db/tables/identity.tables.ts";
import type { Tx } from "../../platform/context.ts";

/** A passkey as stored. */
export interface Passkey {
  readonly id: string;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: bigint;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

function passkeys(tx: Tx, personId: string) {
  return tables(tx)
    .selectFrom("passkey")
    .select([
      "id",
      "credential_id as credentialId",
      "public_key as publicKey",
      "counter",
      "transports",
      "name",
      "created_at as createdAt",
      "last_used_at as lastUsedAt",
    ])
    .where("person_id", "=", personId);
}

/** Selects a person's passkeys, oldest first. */
export function passkeysOf(tx: Tx, personId: string): Promise<Passkey[]> {
  return passkeys(tx, personId).orderBy("created_at").orderBy("id").execute();
}

/** Selects a person's passkey by its credential id FOR UPDATE. */
export function lockPasskey(
  tx: Tx,
  personId: string,
  credentialId: string,
): Promise<Passkey | undefined> {
  return passkeys(tx, personId)
    .where("credential_id", "=", credentialId)
    .forUpdate()
    .executeTakeFirst();
}

/** Adds a passkey. Returns whether its credential was new. */
export async function insertPasskey(
  tx: Tx,
  personId: string,
  passkey: Omit<Passkey, "lastUsedAt">,
): Promise<boolean> {
  const result = await tables(tx)
    .insertInto("passkey")
    .values({
      id: passkey.id,
      person_id: personId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: [...passkey.transports],
      name: passkey.name,
      created_at: passkey.createdAt,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function notePasskeyUse(
  tx: Tx,
  id: string,
  { counter, now }: { readonly counter: bigint; readonly now: Date },
): Promise<void> {
  await tables(tx)
    .updateTable("passkey")
    .set({ counter, last_used_at: now })
    .where("id", "=", id)
    .execute();
}

/** Renames a passkey. Returns false if it does not belong to the person. */
export async function renamePasskeyOf(
  tx: Tx,
  personId: string,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<boolean> {
  const result = await tables(tx)
    .updateTable("passkey")
    .set({ name })
    .where("id", "=", id)
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Removes a passkey and returns its name. Returns undefined if it does not belong to the person.
 */
export async function deletePasskey(
  tx: Tx,
  personId: string,
  id: string,
): Promise<string | undefined> {
  const row = await tables(tx)
    .deleteFrom("passkey")
    .where("id", "=", id)
    .where("person_id", "=", personId)
    .returning("name")
    .executeTakeFirst();
  return row?.name;
}

export async function insertPasskeyChallenge(
  tx: Tx,
  challenge: {
    readonly challengeHash: Buffer;
    readonly sessionId: string;
    readonly purpose: PasskeyPurpose;
    readonly expiresAt: Date;
  },
): Promise<void> {
  await tables(tx)
    .insertInto("passkey_challenge")
    .values({
      challenge_hash: challenge.challengeHash,
      session_id: challenge.sessionId,
      purpose: challenge.purpose,
      expires_at: challenge.expiresAt,
    })
    .execute();
}

/**
 * Consumes a session's challenge. Returns whether it was issued for this purpose and is still
 * valid.
 */
export async function takePasskeyChallenge(
  tx: Tx,
  asked: {
    readonly challengeHash: Buffer;
    readonly sessionId: string;
    readonly purpose: PasskeyPurpose;
    readonly now: Date;
  },
): Promise<boolean> {
  const result = await tables(tx)
    .deleteFrom("passkey_challenge")
    .where("challenge_hash", "=", asked.challengeHash)
    .where("session_id", "=", asked.sessionId)
    .where("purpose", "=", asked.purpose)
    .where("expires_at", ">", asked.now)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** Deletes a session's passkey challenges. */
export async function deletePasskeyChallenges(tx: Tx, sessionId: string): Promise<void> {
  await tables(tx).deleteFrom("passkey_challenge").where("session_id", "=", sessionId).execute();
}

export async function forgetPasskeyChallenges(tx: Tx, now: Date): Promise<void> {
  await tables(tx).deleteFrom("passkey_challenge").where("expires_at", "<", now).execute();
}
