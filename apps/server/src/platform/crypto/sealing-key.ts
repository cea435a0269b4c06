import { createHash, createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SealingKey } from "@tessera/ledger";
import type { Config } from "../config/config.ts";
import { makeFolder, replaceFile } from "../files/replace-file.ts";
import type { Keys } from "./keys.ts";

/** The PKCS #8 prefix of an Ed25519 private key, which is followed by the key's 32 bytes. */
const PKCS8_START = Buffer.from("302e020100300506032b657004220420", "hex");
/** What a root key's signing key is derived from, under the purpose `ledger-seal`. */
const SEED = "ed25519";
const KEY_ID_LENGTH = 16;
const ENDING = ".pub.pem";

/** Public keys by the id of the sealing key. */
export type PublicKeys = Readonly<Record<string, KeyObject>>;

/**
 * Returns the key that signs the ledger's blocks. The same root key always results in the same
 * signing key.
 */
export function sealingKeyOf(keys: Pick<Keys, "hmac">): SealingKey {
  return keyOfSeed(keys.hmac("ledger-seal", SEED));
}

function keyOfSeed(seed: Buffer): SealingKey {
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_START, seed]),
    format: "der",
    type: "pkcs8",
  });
  return { keyId: publicKeyId(createPublicKey(privateKey)), privateKey };
}

/**
 * Returns the public keys of every root key in the ring. While the root key is replaced, another
 * server may already sign with the next one, or still with the former one.
 */
function publicKeysOfRing(keys: Pick<Keys, "hmacOfEach">): PublicKeys {
  return Object.fromEntries(
    keys.hmacOfEach("ledger-seal", SEED).map((seed) => {
      const { keyId, privateKey } = keyOfSeed(seed);
      return [keyId, createPublicKey(privateKey)];
    }),
  );
}

/**
 * Returns the public keys that follow from the root keys at hand, and those stored on disk, so that
 * a machine with an empty disk can verify what was sealed with the current key.
 */
export async function knownPublicKeys(
  config: Pick<Config, "dataDir">,
  keys: Pick<Keys, "hmacOfEach"> | undefined,
): Promise<PublicKeys> {
  const ofRing = keys === undefined ? {} : publicKeysOfRing(keys);
  return { ...ofRing, ...(await readPublicKeys(config)) };
}

function folderOf({ dataDir }: Pick<Config, "dataDir">): string {
  return join(dataDir, "seal-keys");
}

/**
 * Stores the public key outside the database. This way, verification does not require a secret, an
 * attacker who changes the ledger cannot change the key that verifies it, and blocks signed with a
 * replaced key can still be verified.
 */
export function keepPublicKey(
  config: Pick<Config, "dataDir">,
  { privateKey }: SealingKey,
): Promise<void> {
  return keepPublicHalf(config, createPublicKey(privateKey));
}

/** Stores under its id a public key from another source, such as a backup. */
export async function keepPublicHalf(
  config: Pick<Config, "dataDir">,
  publicKey: KeyObject,
): Promise<void> {
  const folder = folderOf(config);
  await makeFolder(folder);
  const pem = publicKey.export({ format: "pem", type: "spki" }).toString();
  await replaceFile(join(folder, publicKeyId(publicKey) + ENDING), pem, 0o644);
}

function publicKeyId(publicKey: KeyObject): string {
  const spki = publicKey.export({ format: "der", type: "spki" });
  return createHash("sha256").update(spki).digest("hex").slice(0, KEY_ID_LENGTH);
}

/** Reads all public keys that were ever stored. */
export async function readPublicKeys(config: Pick<Config, "dataDir">): Promise<PublicKeys> {
  const folder = folderOf(config);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") {
      return [];
    }
    throw error;
  });
  const kept = names.filter((name) => name.endsWith(ENDING));
  const entries = kept.map(async (name): Promise<[string, KeyObject]> => {
    const pem = await readFile(join(folder, name), "utf8");
    return [name.slice(0, -ENDING.length), createPublicKey(pem)];
  });
  return Object.fromEntries(await Promise.all(entries));
}
