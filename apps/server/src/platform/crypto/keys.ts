import {
  type CipherKey,
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { deriveKey, KEY_BYTES, type KeyRing, keyIdOf, ringOf } from "./key-ring.ts";

/** The purpose that a key is derived for. Each purpose has its own key. */
export type KeyPurpose = string;

/** Seals data and computes keyed hashes. The root keys never leave this object. */
export interface Keys {
  /** The id of the current key in hex, which is the prefix of everything it seals. */
  readonly keyId: string;
  /**
   * Seals data with AES-256-GCM. `aad` binds the sealed bytes to their location (row, owner,
   * field).
   */
  seal(purpose: KeyPurpose, plain: Buffer, aad: string): Buffer;
  /**
   * Opens sealed bytes.
   *
   * @throws KeyError if the bytes, purpose or aad differ from those used for sealing
   */
  open(purpose: KeyPurpose, sealed: Buffer, aad: string): Buffer;
  /** Returns the HMAC-SHA-256 of data under the purpose's key. */
  hmac(purpose: KeyPurpose, data: string | Buffer): Buffer;
  /**
   * Returns the HMAC-SHA-256 of data under the purpose's key of each root key in the ring: the
   * current one first, then the former ones and the next.
   */
  hmacOfEach(purpose: KeyPurpose, data: string | Buffer): Buffer[];
  /** Returns a new key of 32 random bytes, for example for a card. */
  newKey(): Buffer;
  /** Wraps a data key, to be stored next to the data it seals. */
  wrap(purpose: KeyPurpose, dataKey: Buffer, aad: string): Buffer;
  unwrap(purpose: KeyPurpose, wrapped: Buffer, aad: string): Buffer;
  /** Seals data with AES-256-GCM, using a data key from {@link Keys.newKey}. */
  sealWith(dataKey: Buffer, plain: Buffer, aad: string): Buffer;
  openWith(dataKey: Buffer, sealed: Buffer, aad: string): Buffer;
}

export class KeyError extends Error {
  constructor(cause?: unknown) {
    super("sealed bytes do not open with this key at this place", { cause });
    this.name = "KeyError";
  }
}

const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

function encrypt(key: CipherKey, plain: Buffer, aad: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(aad));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: CipherKey, sealed: Buffer, aad: string): Buffer {
  try {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const body = sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES);
    const decipher = createDecipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(aad));
    decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch (error) {
    throw new KeyError(error);
  }
}

/** AES-256-GCM with a data key. No root key is needed. */
export const dataCipher: Pick<Keys, "sealWith" | "openWith"> = {
  sealWith: (dataKey, plain, aad) => encrypt(dataKey, plain, `v1|data|${aad}`),
  openWith: (dataKey, sealed, aad) => decrypt(dataKey, sealed, `v1|data|${aad}`),
};

/** A root key and the keys derived from it. */
interface Generation {
  readonly id: Buffer;
  readonly keyFor: (info: string) => KeyObject;
}

function createGeneration(root: Buffer): Generation {
  if (root.length !== KEY_BYTES) {
    throw new RangeError(`The root key has ${root.length} bytes and needs ${KEY_BYTES}`);
  }
  const derived = new Map<string, KeyObject>();
  return {
    id: keyIdOf(root),
    keyFor(info) {
      let key = derived.get(info);
      if (key === undefined) {
        // Uses a key object, because otherwise every HMAC would import the bytes again.
        key = createSecretKey(deriveKey(root, info));
        derived.set(info, key);
      }
      return key;
    },
  };
}

/** A key ring and the keys derived from it. */
interface Prepared {
  readonly ring: KeyRing;
  readonly current: Generation;
  readonly all: readonly Generation[];
  readonly hashKeys: ReadonlyMap<string, KeyObject>;
}

function prepare(ring: KeyRing): Prepared {
  const current = createGeneration(ring.current);
  const opening = ring.next === undefined ? ring.others : [...ring.others, ring.next];
  return {
    ring,
    current,
    all: [current, ...opening.map(createGeneration)],
    hashKeys: new Map([...ring.hashKeys].map(([name, key]) => [name, createSecretKey(key)])),
  };
}

function bound(purpose: string, keyId: Buffer, aad: string): string {
  return `v1|${purpose}|${keyId.toString("hex")}|${aad}`;
}

/**
 * Creates keys that are derived with HKDF-SHA-256 from one or more 32-byte root keys, or from the
 * root keys in use at the time of each call.
 */
export function createKeys(source: Buffer | KeyRing | (() => KeyRing)): Keys {
  const ringNow = typeof source === "function" ? source : undefined;
  const first = Buffer.isBuffer(source) ? ringOf(source) : source;
  let prepared = prepare(typeof first === "function" ? first() : first);

  function now(): Prepared {
    const ring = ringNow?.() ?? prepared.ring;
    if (ring !== prepared.ring) {
      prepared = prepare(ring);
    }
    return prepared;
  }

  function seal(purpose: string, plain: Buffer, aad: string): Buffer {
    const { id, keyFor } = now().current;
    return Buffer.concat([id, encrypt(keyFor(`seal:${purpose}`), plain, bound(purpose, id, aad))]);
  }

  function open(purpose: string, sealed: Buffer, aad: string): Buffer {
    const keyId = sealed.subarray(0, KEY_ID_BYTES);
    const generation = now().all.find(({ id }) => id.equals(keyId));
    if (generation === undefined) {
      throw new KeyError();
    }
    const key = generation.keyFor(`seal:${purpose}`);
    return decrypt(key, sealed.subarray(KEY_ID_BYTES), bound(purpose, keyId, aad));
  }

  return {
    get keyId() {
      return now().current.id.toString("hex");
    },
    seal,
    open,
    hmac(purpose, data) {
      const { hashKeys, current } = now();
      const key = hashKeys.get(purpose) ?? current.keyFor(`hmac:${purpose}`);
      return createHmac("sha256", key).update(data).digest();
    },
    hmacOfEach: (purpose, data) =>
      now().all.map(({ keyFor }) =>
        createHmac("sha256", keyFor(`hmac:${purpose}`))
          .update(data)
          .digest(),
      ),
    newKey: () => randomBytes(KEY_BYTES),
    wrap: (purpose, dataKey, aad) => seal(`wrap:${purpose}`, dataKey, aad),
    unwrap: (purpose, wrapped, aad) => open(`wrap:${purpose}`, wrapped, aad),
    ...dataCipher,
  };
}
