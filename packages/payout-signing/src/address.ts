import { keccak_256 } from "@noble/hashes/sha3.js";

const FORM = /^0x[0-9a-fA-F]{40}$/;
const PUBLIC_KEY_BYTES = 64;

/** Writes an address with its EIP-55 checksum, which is encoded in the case of its letters. */
export function withChecksum(address: string): string {
  if (!FORM.test(address)) {
    throw new RangeError("an address is 0x and 40 hexadecimal digits");
  }
  const lower = address.slice(2).toLowerCase();
  const hash = Buffer.from(keccak_256(Buffer.from(lower, "ascii"))).toString("hex");
  const mixed = [...lower].map((digit, place) =>
    Number.parseInt(hash.charAt(place), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${mixed.join("")}`;
}

/** Returns whether a text is an address with a valid EIP-55 checksum. */
export function hasChecksum(text: string): boolean {
  return FORM.test(text) && withChecksum(text) === text;
}

/**
 * Returns the address of a public key.
 *
 * @param publicKey the uncompressed key without its prefix, 64 bytes
 */
export function addressOfPublicKey(publicKey: Uint8Array): string {
  if (publicKey.length !== PUBLIC_KEY_BYTES) {
    throw new RangeError(`an uncompressed public key is made of ${PUBLIC_KEY_BYTES} bytes`);
  }
  return withChecksum(`0x${Buffer.from(keccak_256(publicKey).subarray(-20)).toString("hex")}`);
}
