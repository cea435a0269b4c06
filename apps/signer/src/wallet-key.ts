import { closeSync, fsyncSync, openSync, readFileSync, statSync, writeSync } from "node:fs";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { addressOfPublicKey, type Signature } from "@tessera/payout-signing";

/**
 * The key of the hot wallet. A hardware security module (PKCS#11) would be another implementation;
 * there is none yet.
 */
export interface WalletKey {
  /** The wallet's address, with its EIP-55 checksum. */
  readonly address: string;
  /** Signs 32 bytes. The same bytes always have the same signature (RFC 6979). */
  sign(digest: Uint8Array): Signature;
}

const KEY = /^[0-9a-f]{64}$/;

/** Creates a wallet from a private key. The key is not readable from outside the result. */
export function walletKeyOf(privateKey: Uint8Array): WalletKey {
  const publicKey = secp256k1.getPublicKey(privateKey, false);
  return {
    address: addressOfPublicKey(publicKey.subarray(1)),
    sign(digest) {
      const options = { prehash: false, format: "recovered" } as const;
      const whole = Buffer.from(secp256k1.sign(digest, privateKey, options));
      return {
        yParity: whole[0] === 1 ? "1" : "0",
        r: whole.subarray(1, 33).toString("hex"),
        s: whole.subarray(33).toString("hex"),
      };
    },
  };
}

/**
 * Reads the private key in a file: 64 hexadecimal digits.
 *
 * @throws Error if anybody but the file's owner may read or write it, or if it contains no key. The
 * message contains nothing of the file.
 */
export function readWalletKey(path: string): WalletKey {
  if (process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0) {
    throw new Error(`${path} can be used by others than its owner: run chmod 600 on it`);
  }
  const text = readFileSync(path, "utf8").trim();
  const key = Uint8Array.from(Buffer.from(KEY.test(text) ? text : "", "hex"));
  if (key.length !== 32 || !secp256k1.utils.isValidSecretKey(key)) {
    throw new Error(`${path} does not contain a private key of 64 hexadecimal digits`);
  }
  return walletKeyOf(key);
}

/**
 * Creates a private key in a new file that only its owner may read.
 *
 * @throws Error if the file exists
 */
export function createWalletKey(path: string): WalletKey {
  const file = openSync(path, "wx", 0o600);
  try {
    writeSync(file, `${Buffer.from(secp256k1.utils.randomSecretKey()).toString("hex")}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return readWalletKey(path);
}
