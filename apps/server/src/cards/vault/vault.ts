import { timingSafeEqual } from "node:crypto";
import type { Keys } from "../../platform/crypto/keys.ts";

/** The owner of a PAN. Sealed bytes can be opened only for this card and this customer. */
interface SealedFor {
  readonly cardId: string;
  readonly customerId: string;
}

/** The vault's row for a PAN, which is unreadable without the keys. */
export interface SealedPan {
  readonly keyId: string;
  readonly wrappedKey: Buffer;
  readonly panSealed: Buffer;
  readonly panIndex: Buffer;
}

function aadOf(owner: SealedFor, field: string, keyId: string): string {
  return `v1|${owner.cardId}|${owner.customerId}|${field}|${keyId}`;
}

/** Seals a PAN with AES-256-GCM under a data key for this card, which `keys` wraps. */
export function sealPan(keys: Keys, owner: SealedFor, pan: string): SealedPan {
  const { keyId } = keys;
  const dataKey = keys.newKey();
  try {
    return {
      keyId,
      wrappedKey: keys.wrap("pan", dataKey, aadOf(owner, "data-key", keyId)),
      panSealed: keys.sealWith(dataKey, Buffer.from(pan), aadOf(owner, "pan", keyId)),
      panIndex: panIndexOf(keys, pan),
    };
  } finally {
    dataKey.fill(0);
  }
}

/**
 * Opens a sealed PAN.
 *
 * @throws KeyError if any byte, the row, the owner or the key differs from when the PAN was sealed
 */
export function openPan(keys: Keys, owner: SealedFor, sealed: SealedPan): string {
  const dataKey = keys.unwrap("pan", sealed.wrappedKey, aadOf(owner, "data-key", sealed.keyId));
  try {
    const aad = aadOf(owner, "pan", sealed.keyId);
    return keys.openWith(dataKey, sealed.panSealed, aad).toString();
  } finally {
    dataKey.fill(0);
  }
}

/**
 * Returns a PAN's blind index, which is used to find its row. The index reveals nothing without the
 * index key.
 */
export function panIndexOf(keys: Keys, pan: string): Buffer {
  return keys.hmac("pan-index", pan);
}

/** The inputs that a CVV is derived from. The CVV is computed when needed and never stored. */
export interface CvvSource {
  readonly pan: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
}

/** Returns a card's CVV: three digits, or four for a PAN of American Express length. */
export function cvvOf(keys: Keys, card: CvvSource): string {
  const digits = card.pan.length === 15 ? 4 : 3;
  const expiry = `${card.expiryYear}-${String(card.expiryMonth).padStart(2, "0")}`;
  const drawn = keys.hmac("cvv", `${card.pan}|${expiry}`).readBigUInt64BE();
  return (drawn % 10n ** BigInt(digits)).toString().padStart(digits, "0");
}

/** Compares a merchant's CVV with the card's in constant time. */
export function cvvMatches(keys: Keys, card: CvvSource, given: string): boolean {
  const expected = Buffer.from(cvvOf(keys, card));
  const actual = Buffer.from(given);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
