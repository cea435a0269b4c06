import type { PasskeyRequest } from "@tessera/contract/identity/factors.schemas";
import type { PasskeyPurpose } from "../../db/tables/identity.tables.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { hashToken } from "../sessions/index.ts";
import { insertPasskeyChallenge, passkeysOf, takePasskeyChallenge } from "./passkeys.repository.ts";
import {
  CHALLENGE_LIFETIME_SECONDS,
  challengeOf,
  newChallenge,
  passkeyRequest,
} from "./passkeys.ts";

/**
 * Issues a passkey challenge to a session. The challenge is valid for one use within five minutes.
 */
export async function giveChallenge(
  { clock, directory }: AppContext,
  tx: Tx,
  { sessionId }: Pick<Session, "sessionId">,
  purpose: PasskeyPurpose,
): Promise<string> {
  const challenge = newChallenge(directory.cell);
  await insertPasskeyChallenge(tx, {
    challengeHash: hashToken(challenge),
    sessionId,
    purpose,
    expiresAt: new Date(clock.now().getTime() + CHALLENGE_LIFETIME_SECONDS * 1_000),
  });
  return challenge;
}

/**
 * Returns the challenge that a credential claims to have signed, provided that it was issued to
 * this session for this purpose. The challenge is used up even if the credential turns out to be
 * invalid.
 */
export async function takeChallenge(
  { db, clock }: AppContext,
  { sessionId }: Pick<Session, "sessionId">,
  taking: {
    readonly credential: { readonly response: { readonly clientDataJSON: string } } | undefined;
    readonly purpose: PasskeyPurpose;
  },
): Promise<string | undefined> {
  const { credential, purpose } = taking;
  const challenge = credential && challengeOf(credential);
  if (challenge === undefined) {
    return undefined;
  }
  const asked = { challengeHash: hashToken(challenge), sessionId, purpose, now: clock.now() };
  return (await takePasskeyChallenge(db.kysely, asked)) ? challenge : undefined;
}

/**
 * Issues the request for a passkey assertion that can be exchanged for a step-up token.
 *
 * @throws Refusal `factor_missing` if the person has no passkey
 */
export async function askPasskey(context: AppContext, session: Session): Promise<PasskeyRequest> {
  const { kysely } = context.db;
  const passkeys = await passkeysOf(kysely, session.userId);
  if (passkeys.length === 0) {
    throw new Refusal("factor_missing");
  }
  const challenge = await giveChallenge(context, kysely, session, "proof");
  return passkeyRequest(context, challenge, passkeys);
}
