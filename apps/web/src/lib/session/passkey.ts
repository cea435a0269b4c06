import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyRequest,
} from "@tessera/contract/identity/factors.schemas";
import { fromBase64Url, toBase64Url } from "./base64-url.ts";

/** Thrown if the user closed the browser's dialog, took too long, or has no matching passkey. */
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

/**
 * Returns the credential from the browser's dialog. Dismissals and timeouts are both reported as
 * the same error.
 */
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
 * Asks the user's authenticator to sign a challenge.
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
 * Asks the user's authenticator to create a passkey.
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

/** Drops transports that the server does not know yet. */
function knownTransports(named: readonly string[]) {
  return TRANSPORTS.filter((one) => named.includes(one));
}
