import { tables } from "../../db/tables/identity.tables.ts";
import type { Tx } from "../../platform/context.ts";

/** A sign-in that is pending after its first step, the correct password. */
export interface SignInChallenge {
  readonly personId: string;
  readonly triedNameHash: Buffer;
  readonly remember: boolean;
}

export async function insertSignInChallenge(
  tx: Tx,
  challenge: SignInChallenge & { readonly challengeHash: Buffer; readonly expiresAt: Date },
): Promise<void> {
  await tables(tx)
    .insertInto("sign_in_challenge")
    .values({
      challenge_hash: challenge.challengeHash,
      person_id: challenge.personId,
      tried_name_hash: challenge.triedNameHash,
      remember: challenge.remember,
      expires_at: challenge.expiresAt,
    })
    .execute();
}

/** Finds the pending sign-in for a challenge, unless the challenge has expired. */
export function findSignInChallenge(
  tx: Tx,
  challengeHash: Buffer,
  now: Date,
): Promise<SignInChallenge | undefined> {
  return tables(tx)
    .selectFrom("sign_in_challenge")
    .select(["person_id as personId", "tried_name_hash as triedNameHash", "remember"])
    .where("challenge_hash", "=", challengeHash)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** Consumes a challenge. Only one of several concurrent attempts succeeds. */
export async function takeSignInChallenge(tx: Tx, challengeHash: Buffer): Promise<boolean> {
  const result = await tables(tx)
    .deleteFrom("sign_in_challenge")
    .where("challenge_hash", "=", challengeHash)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** Deletes every pending sign-in of a person whose password has changed. */
export async function deleteSignInChallenges(tx: Tx, personId: string): Promise<void> {
  await tables(tx).deleteFrom("sign_in_challenge").where("person_id", "=", personId).execute();
}

export async function forgetSignInChallenges(tx: Tx, now: Date): Promise<void> {
  await tables(tx).deleteFrom("sign_in_challenge").where("expires_at", "<", now).execute();
}
