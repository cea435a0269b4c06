import type { FactorMethod, SignInChallenge } from "@tessera/contract/identity/factors.schemas";
import type { AppContext, Tx } from "../../platform/context.ts";
import { hashToken } from "../sessions/index.ts";
import { countRecoveryCodes, findTotp } from "./factors.repository.ts";
import { passkeysOf } from "./passkeys.repository.ts";
import { CHALLENGE_LIFETIME_SECONDS, newChallenge, passkeyRequest } from "./passkeys.ts";
import { insertSignInChallenge } from "./sign-in-challenges.repository.ts";

/**
 * Returns the second factors available to a person, with the preferred one first. Empty if there
 * are none.
 */
export function methodsOf(enrolled: {
  readonly passkeys: number;
  readonly hasTotp: boolean;
  readonly recoveryCodes: number;
}): FactorMethod[] {
  const { passkeys, hasTotp, recoveryCodes } = enrolled;
  return [
    ...(passkeys > 0 ? (["passkey"] as const) : []),
    ...(hasTotp ? (["totp"] as const) : []),
    ...((passkeys > 0 || hasTotp) && recoveryCodes > 0 ? (["recovery"] as const) : []),
  ];
}

/**
 * Pauses a sign-in until the second step. Returns a challenge to the caller who provided the
 * correct password. The challenge is a separate secret, which a passkey signs as well.
 */
export async function askSecondFactor(
  context: AppContext,
  tx: Tx,
  asked: {
    readonly personId: string;
    readonly triedNameHash: Buffer;
    readonly remember: boolean;
  },
): Promise<SignInChallenge> {
  const challenge = newChallenge(context.directory.cell);
  await insertSignInChallenge(tx, {
    ...asked,
    challengeHash: hashToken(challenge),
    expiresAt: new Date(context.clock.now().getTime() + CHALLENGE_LIFETIME_SECONDS * 1_000),
  });
  const passkeys = await passkeysOf(tx, asked.personId);
  return {
    challenge,
    methods: methodsOf({
      passkeys: passkeys.length,
      hasTotp: (await findTotp(tx, asked.personId)) !== undefined,
      recoveryCodes: await countRecoveryCodes(tx, asked.personId),
    }),
    passkey: passkeys.length === 0 ? null : passkeyRequest(context, challenge, passkeys),
  };
}
