import { randomBytes } from "node:crypto";
import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyRequest,
} from "@tessera/contract/identity/factors.schemas";
import type { AppContext, Tx } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import type { Person } from "../people/index.ts";
import { lockPasskey, notePasskeyUse, type Passkey } from "./passkeys.repository.ts";

export const CHALLENGE_LIFETIME_SECONDS = 300;
const CHALLENGE_BYTES = 32;
const CELL_BYTES = 2;
const RELYING_PARTY = "Tessera";
/**
 * Ed25519, ECDSA with P-256, and RSA: the algorithms that authenticators support, in order of
 * preference.
 */
const ALGORITHMS = [-8, -7, -257] as const;

/** Returns the WebAuthn relying party: the host and origin of the console. */
function relyingParty({ config }: Pick<AppContext, "config">) {
  const { hostname, origin } = new URL(config.publicUrl);
  return { id: hostname, origin };
}

/**
 * Returns bytes for an authenticator to sign: the number of the cell (two bytes), so that the
 * second step of a sign-in reaches the same cell as the first step, followed by 32 random bytes.
 */
export function newChallenge(cell: number): string {
  const number = Buffer.alloc(CELL_BYTES);
  number.writeUInt16BE(cell);
  return Buffer.concat([number, randomBytes(CHALLENGE_BYTES)]).toString("base64url");
}

function listed(passkeys: readonly Passkey[]) {
  return passkeys.map(({ credentialId, transports }) => ({
    id: credentialId,
    type: "public-key" as const,
    transports: [...transports],
  }));
}

/** Returns the options for a browser to request an assertion with one of a person's passkeys. */
export function passkeyRequest(
  context: Pick<AppContext, "config">,
  challenge: string,
  passkeys: readonly Passkey[],
): PasskeyRequest {
  return {
    challenge,
    rpId: relyingParty(context).id,
    timeout: CHALLENGE_LIFETIME_SECONDS * 1_000,
    userVerification: "required",
    allowCredentials: listed(passkeys),
  };
}

/** Returns the options for a browser to create a passkey for a person. */
export function passkeyCreation(
  context: Pick<AppContext, "config">,
  challenge: string,
  owner: { readonly person: Person; readonly passkeys: readonly Passkey[] },
): PasskeyCreation {
  const { person, passkeys } = owner;
  return {
    challenge,
    rp: { id: relyingParty(context).id, name: RELYING_PARTY },
    user: {
      id: Buffer.from(person.id.replaceAll("-", ""), "hex").toString("base64url"),
      name: person.email,
      displayName: person.username,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
    timeout: CHALLENGE_LIFETIME_SECONDS * 1_000,
    attestation: "none",
    authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
    excludeCredentials: listed(passkeys),
  };
}

/**
 * Returns the challenge that an authenticator claims to have signed. The claim is not yet verified.
 */
export function challengeOf({
  response,
}: {
  readonly response: { readonly clientDataJSON: string };
}): string | undefined {
  try {
    const said: unknown = JSON.parse(Buffer.from(response.clientDataJSON, "base64url").toString());
    const challenge: unknown = Reflect.get(Object(said), "challenge");
    return typeof challenge === "string" ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Verifies that one of a person's passkeys signed this challenge on the console's origin with user
 * verification. Stores the passkey's new counter.
 */
export async function verifyAssertion(
  context: AppContext,
  tx: Tx,
  given: {
    readonly personId: string;
    readonly assertion: PasskeyAssertion;
    readonly challenge: string;
  },
): Promise<boolean> {
  const { personId, assertion, challenge } = given;
  const passkey = await lockPasskey(tx, personId, assertion.id);
  if (passkey === undefined) {
    return false;
  }
  const { id, origin } = relyingParty(context);
  const counted = await verified(context, async () => {
    const result = await verifyAuthenticationResponse({
      response: { ...assertion, rawId: assertion.id, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: Uint8Array.from(passkey.publicKey),
        counter: Number(passkey.counter),
      },
    });
    return result.verified ? result.authenticationInfo.newCounter : undefined;
  });
  if (counted === undefined) {
    return false;
  }
  await notePasskeyUse(tx, passkey.id, { counter: BigInt(counted), now: context.clock.now() });
  return true;
}

/**
 * Verifies a passkey that an authenticator created for this challenge. Returns undefined if it is
 * invalid.
 */
export async function verifyAttestation(
  context: AppContext,
  given: {
    readonly attestation: PasskeyAttestation;
    readonly challenge: string;
    readonly name: string;
  },
): Promise<Omit<Passkey, "lastUsedAt"> | undefined> {
  const { attestation, challenge, name } = given;
  const { id, type, response } = attestation;
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const rp = relyingParty(context);
  const made = await verified(context, async () => {
    const result = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type,
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: challenge,
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...ALGORITHMS],
    });
    return result.verified ? result.registrationInfo.credential : undefined;
  });
  return made === undefined
    ? undefined
    : {
        id: newId(),
        credentialId: made.id,
        publicKey: Buffer.from(made.publicKey),
        counter: BigInt(made.counter),
        transports,
        name,
        createdAt: context.clock.now(),
      };
}

/**
 * Returns undefined for invalid input, for which the library throws an error. The reason is only
 * logged.
 */
async function verified<T>(
  { log }: AppContext,
  verify: () => Promise<T | undefined>,
): Promise<T | undefined> {
  try {
    return await verify();
  } catch (error) {
    log.info({ reason: error instanceof Error ? error.message : "" }, "passkey refused");
    return undefined;
  }
}
