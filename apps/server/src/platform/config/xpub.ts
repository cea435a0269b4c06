import { ECDH } from "node:crypto";
import { HDKey } from "@scure/bip32";

/** The depth of an account in BIP-44: m / purpose' / coin' / account'. */
const ACCOUNT_DEPTH = 3;

/**
 * Returns why a text is no key from which addresses can be derived; undefined if it is one. The
 * answer never repeats the text, which may be a private key.
 */
export function xpubProblem(text: string): string | undefined {
  if (/^[a-z]prv/i.test(text.trim())) {
    return (
      "this is a private key, which must not be on this server: set the account's extended " +
      "public key (xpub…), and consider this private key exposed"
    );
  }
  if (!text.startsWith("xpub")) {
    return "set the account's extended public key, xpub…";
  }
  try {
    return HDKey.fromExtendedKey(text).depth === ACCOUNT_DEPTH
      ? undefined
      : "set the key of an account, such as the one at m/44'/60'/0'";
  } catch {
    return "set the account's extended public key; this one has a typing error";
  }
}

/**
 * Derives the uncompressed public key at `<cell>/<index>` below an account, without its prefix
 * (BIP-32). In BIP-44, the cell's level is called change.
 *
 * @returns 64 bytes
 * @throws Error if there is no key at the path, which happens once in 2^127 paths
 */
export function publicKeyAt(
  xpub: string,
  path: { readonly cell: number; readonly index: number },
): Uint8Array {
  const { publicKey } = HDKey.fromExtendedKey(xpub).deriveChild(path.cell).deriveChild(path.index);
  if (publicKey === null) {
    throw new Error("an extended public key has no public key");
  }
  const whole = ECDH.convertKey(publicKey, "secp256k1", undefined, undefined, "uncompressed");
  return new Uint8Array(Buffer.from(whole as Buffer)).subarray(1);
}
