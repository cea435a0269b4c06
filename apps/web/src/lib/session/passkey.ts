import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyRequest,
} from "@tessera/contract/identity/factors.schemas";
import { fromBase64Url, toBase64Url } from "./base64-url.ts";

/** The reader closed the browser's own question, took too long, or has no such passkey here. */
export class PasskeyDismissed extends Error {
  constructor(cause: unknown) {
    super("no passkey was given", { cause });
    this.name = "PasskeyDismissed";
  }
}

type Listed = PasskeyRequest["allowCredentials"][number];

function descriptorOf({ id, type, transports }: Listed): PublicKeyCredentialDescriptor {
  return { id: fromBase64Url(id), type, transports: transports as AuthenticatorTransport[] };
}

/** What the browser asked the reader for; it tells a refusal and a wait that ended the same way. */
async function asked(ceremony: Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await ceremony;
    if (credential instanceof PublicKeyCredential) {
      return credential;
    }
  } catch (error) {
    throw new PasskeyDismissed(error);
  }
  throw new PasskeyDismissed(undefined);
}

/**
 * Has the reader's authenticator sign a challenge.
 *
 * @throws PasskeyDismissed
 */
export async function usePasskey(
  request: PasskeyRequest,
  signal?: AbortSignal,
): Promise<PasskeyAssertion> {
  const { challenge, allowCredentials, rpId, timeout, userVerification } = request;
  const credential = await asked(
    navigator.credentials.get({
      publicKey: {
        challenge: fromBase64Url(challenge),
        allowCredentials: allowCredentials.map(descriptorOf),
        rpId,
        timeout,
        userVerification,
      },
      ...(signal === undefined ? {} : { signal }),
    }),
  );
  const response = credential.response as AuthenticatorAssertionResponse;
  return {
    id: credential.id,
    type: "public-key",
    response: {
      clientDataJSON: toBase64Url(response.clientDataJSON),
      authenticatorData: toBase64Url(response.authenticatorData),
      signature: toBase64Url(response.signature),
    },
  };
}

/**
 * Has the reader's authenticator make a passkey.
 *
 * @throws PasskeyDismissed
 */
export async function makePasskey(creation: PasskeyCreation): Promise<PasskeyAttestation> {
  const { challenge, user, excludeCredentials, ...rest } = creation;
  const credential = await asked(
    navigator.credentials.create({
      publicKey: {
        ...rest,
        challenge: fromBase64Url(challenge),
        user: { ...user, id: fromBase64Url(user.id) },
        excludeCredentials: excludeCredentials.map(descriptorOf),
      },
    }),
  );
  const response = credential.response as AuthenticatorAttestationResponse;
  return {
    id: credential.id,
    type: "public-key",
    response: {
      clientDataJSON: toBase64Url(response.clientDataJSON),
      attestationObject: toBase64Url(response.attestationObject),
      transports: knownTransports(response.getTransports()),
    },
  };
}

const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;

/** Browsers may name ways that the server does not know yet. */
function knownTransports(named: readonly string[]) {
  return TRANSPORTS.filter((one) => named.includes(one));
}
