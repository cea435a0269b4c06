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
const RELYING_PARTY = "Tessera";
/** Ed25519, ECDSA on P-256 and RSA: what authenticators make, the best first. */
const ALGORITHMS = [-8, -7, -257] as const;

/** Where passkeys are good: on the console's own host, opened at its own address. */
function relyingParty({ config }: Pick<AppContext, "config">) {
  const { hostname, origin } = new URL(config.publicUrl);
  return { id: hostname, origin };
}

/** 32 random bytes for an authenticator to sign. */
export function newChallenge(): string {
  return randomBytes(CHALLENGE_BYTES).toString("base64url");
}

function listed(passkeys: readonly Passkey[]) {
  return passkeys.map(({ credentialId, transports }) => ({
    id: credentialId,
    type: "public-key" as const,
    transports: [...transports],
  }));
}

/** What a browser needs to have one of a person's passkeys sign a challenge. */
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

/** What a browser needs to have a passkey made for a person. */
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

/** The challenge that an authenticator says it signed; what it says is not proven by this. */
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
 * Whether one of a person's passkeys signed this challenge on the console's own page, with its
 * owner verified. Its count is noted.
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

/** The passkey that an authenticator made for this challenge, or undefined for a wrong one. */
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

/** The library throws for whatever is wrong with what it is given; why goes to the log alone. */
async function verified<T>(
  { log }: AppContext,
  verify: () => Promise<T | undefined>,
): Promise<T | undefined> {
  try {
    return await verify();
  } catch (error) {
    log.info({ reason: error instanceof Error ? error.message : "" }, "a passkey was refused");
    return undefined;
  }
}
