import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { createBase58check } from "@scure/base";

/** Length, in bytes, of an account on any of these chains. */
export const ACCOUNT_BYTES = 20;

/** Length, in bytes, of an uncompressed public key without its prefix. */
const PUBLIC_KEY_BYTES = 64;
const TRON_MAINNET_PREFIX = 0x41;
const base58check = createBase58check(sha256);

function checkLength(account: Uint8Array): void {
  if (account.length !== ACCOUNT_BYTES) {
    throw new RangeError(`An address is made of ${ACCOUNT_BYTES} bytes`);
  }
}

/** Returns a TRON address: base58 with a four-byte checksum, starting with `T`. */
export function tronAddress(account: Uint8Array): string {
  checkLength(account);
  return base58check.encode(Uint8Array.from([TRON_MAINNET_PREFIX, ...account]));
}

/**
 * Returns an Ethereum or BNB Smart Chain address, with the EIP-55 checksum encoded in its letter
 * case.
 */
export function evmAddress(account: Uint8Array): string {
  checkLength(account);
  const lower = Buffer.from(account).toString("hex");
  const hash = Buffer.from(keccak_256(Buffer.from(lower, "ascii"))).toString("hex");
  const mixed = [...lower].map((digit, index) =>
    Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${mixed.join("")}`;
}

/**
 * Returns the Ethereum address of a public key: the last 20 bytes of its Keccak-256 hash.
 *
 * @param publicKey the uncompressed key without its prefix, 64 bytes
 */
export function evmAddressOf(publicKey: Uint8Array): string {
  if (publicKey.length !== PUBLIC_KEY_BYTES) {
    throw new RangeError(`An uncompressed public key is made of ${PUBLIC_KEY_BYTES} bytes`);
  }
  return evmAddress(keccak_256(publicKey).subarray(-ACCOUNT_BYTES));
}
