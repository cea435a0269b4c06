import {
  type CipherKey,
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";

/** What a derived key is for; each purpose has a key of its own. */
export type KeyPurpose = string;

/** Sealing and keyed hashes. No key ever leaves this object. */
export interface Keys {
  /** Id of the key in force, first part of whatever it seals. */
  readonly keyId: string;
  /** AES-256-GCM; `aad` binds the sealed bytes to their place (row, owner, field). */
  seal(purpose: KeyPurpose, plain: Buffer, aad: string): Buffer;
  /**
   * @throws KeyError when the bytes, the purpose or the aad are not those of the sealing
   */
  open(purpose: KeyPurpose, sealed: Buffer, aad: string): Buffer;
  /** HMAC-SHA-256 under the purpose's key. */
  hmac(purpose: KeyPurpose, data: string | Buffer): Buffer;
  /** 32 random bytes, such as a card's own key. */
  newKey(): Buffer;
  /** A data key under this key, to store beside what it seals. */
  wrap(purpose: KeyPurpose, dataKey: Buffer, aad: string): Buffer;
  unwrap(purpose: KeyPurpose, wrapped: Buffer, aad: string): Buffer;
  /** AES-256-GCM under a data key of {@link Keys.newKey}. */
  sealWith(dataKey: Buffer, plain: Buffer, aad: string): Buffer;
  openWith(dataKey: Buffer, sealed: Buffer, aad: string): Buffer;
}

export class KeyError extends Error {
  constructor(cause?: unknown) {
    super("sealed bytes do not open with this key at this place", { cause });
    this.name = "KeyError";
  }
}

const KEY_BYTES = 32;
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

/** Keys derived by HKDF-SHA-256 from one root key of 32 bytes. */
export function createKeys(root: Buffer): Keys {
  if (root.length !== KEY_BYTES) {
    throw new RangeError(`The root key has ${root.length} bytes and needs ${KEY_BYTES}`);
  }
  const idBytes = createHash("sha256").update("tessera key id").update(root).digest();
  const keyIdBytes = idBytes.subarray(0, KEY_ID_BYTES);
  const derived = new Map<string, KeyObject>();

  function keyFor(purpose: string): KeyObject {
    let key = derived.get(purpose);
    if (key === undefined) {
      // As a key object: an HMAC under plain bytes would prepare them anew each time.
      key = createSecretKey(Buffer.from(hkdfSync("sha256", root, "tessera", purpose, KEY_BYTES)));
      derived.set(purpose, key);
    }
    return key;
  }

  function bound(purpose: string, aad: string): string {
    return `v1|${purpose}|${keyIdBytes.toString("hex")}|${aad}`;
  }

  function seal(purpose: string, plain: Buffer, aad: string): Buffer {
    return Buffer.concat([
      keyIdBytes,
      encrypt(keyFor(`seal:${purpose}`), plain, bound(purpose, aad)),
    ]);
  }

  function open(purpose: string, sealed: Buffer, aad: string): Buffer {
    if (!sealed.subarray(0, KEY_ID_BYTES).equals(keyIdBytes)) {
      throw new KeyError();
    }
    return decrypt(keyFor(`seal:${purpose}`), sealed.subarray(KEY_ID_BYTES), bound(purpose, aad));
  }

  return {
    keyId: keyIdBytes.toString("hex"),
    seal,
    open,
    hmac: (purpose, data) =>
      createHmac("sha256", keyFor(`hmac:${purpose}`))
        .update(data)
        .digest(),
    newKey: () => randomBytes(KEY_BYTES),
    wrap: (purpose, dataKey, aad) => seal(`wrap:${purpose}`, dataKey, aad),
    unwrap: (purpose, wrapped, aad) => open(`wrap:${purpose}`, wrapped, aad),
    sealWith: (dataKey, plain, aad) => encrypt(dataKey, plain, `v1|data|${aad}`),
    openWith: (dataKey, sealed, aad) => decrypt(dataKey, sealed, `v1|data|${aad}`),
  };
}
