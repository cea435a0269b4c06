import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type {
  PasskeyAssertion,
  PasskeyAttestation,
} from "@tessera/contract/identity/factors.schemas";

type Cbor = number | string | Uint8Array | ReadonlyMap<number | string, Cbor>;

function head(major: number, value: number): Buffer {
  if (value < 24) {
    return Buffer.from([(major << 5) | value]);
  }
  return value < 256
    ? Buffer.from([(major << 5) | 24, value])
    : Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

/** Encodes a value in the subset of CBOR that attestations use. */
function cbor(value: Cbor): Buffer {
  if (typeof value === "number") {
    return value < 0 ? head(1, -1 - value) : head(0, value);
  }
  if (typeof value === "string") {
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  }
  if (value instanceof Uint8Array) {
    return Buffer.concat([head(2, value.length), value]);
  }
  const entries = [...value].flatMap(([key, one]) => [cbor(key), cbor(one)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const HAS_CREDENTIAL = 64;

/**
 * The values that the authenticator signs. Tests override the defaults, which are those of an
 * honest authenticator.
 */
export interface Said {
  readonly challenge: string;
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
}

/** A software authenticator with one ES256 credential and a signature counter. */
export class SoftAuthenticator {
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly id = randomBytes(32);
  #counter = 0;

  #data({ rpId = "localhost", isVerified = true, counter }: Said, flags = 0): Buffer {
    this.#counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? this.#counter);
    const all = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | flags;
    return Buffer.concat([sha256(rpId), Buffer.from([all]), count]);
  }

  #client(said: Said, type: string): Buffer {
    const { challenge, origin = "http://localhost:4300" } = said;
    return Buffer.from(JSON.stringify({ type: said.type ?? type, challenge, origin }));
  }

  /** Creates the credential and returns its attestation. */
  attest(said: Said): PasskeyAttestation {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const key = new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]);
    const length = Buffer.from([0, this.id.length]);
    const authData = Buffer.concat([
      this.#data(said, HAS_CREDENTIAL),
      Buffer.alloc(16),
      length,
      this.id,
      cbor(key),
    ]);
    const attestationObject = cbor(
      new Map<string, Cbor>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authData],
      ]),
    );
    return {
      id: this.id.toString("base64url"),
      type: "public-key",
      response: {
        clientDataJSON: this.#client(said, "webauthn.create").toString("base64url"),
        attestationObject: attestationObject.toString("base64url"),
        transports: ["internal"],
      },
    };
  }

  /** Signs a challenge with the credential. */
  assert(said: Said): PasskeyAssertion {
    const authenticatorData = this.#data(said);
    const client = this.#client(said, "webauthn.get");
    const signed = Buffer.concat([authenticatorData, sha256(client)]);
    return {
      id: this.id.toString("base64url"),
      type: "public-key",
      response: {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: authenticatorData.toString("base64url"),
        signature: sign("sha256", signed, this.#keys.privateKey).toString("base64url"),
      },
    };
  }
}
