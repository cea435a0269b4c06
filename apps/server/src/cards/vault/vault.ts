import { timingSafeEqual } from "node:crypto";
import type { Keys } from "../../platform/crypto/keys.ts";

/** Whose number it is; sealed bytes open for this card of this customer and nowhere else. */
interface SealedFor {
  readonly cardId: string;
  readonly customerId: string;
}

/** What the vault keeps of a number. There is nothing in it to read without the keys. */
export interface SealedPan {
  readonly keyId: string;
  readonly wrappedKey: Buffer;
  readonly panSealed: Buffer;
  readonly panIndex: Buffer;
}

function aadOf(owner: SealedFor, field: string, keyId: string): string {
  return `v1|${owner.cardId}|${owner.customerId}|${field}|${keyId}`;
}

/** Seals a number with AES-256-GCM under a key of the card's own, itself wrapped by `keys`. */
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
 * Opens a sealed number.
 *
 * @throws KeyError when a byte, the row, the owner or the key is not the one it was sealed with
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

/** Blind index of a number: finds its row, and without the index key nothing can be found out. */
export function panIndexOf(keys: Keys, pan: string): Buffer {
  return keys.hmac("pan-index", pan);
}

/** What a CVV is made from. It is worked out when asked for and kept nowhere. */
export interface CvvSource {
  readonly pan: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
}

/** The CVV of a card: three digits, four where the number is of American Express' length. */
export function cvvOf(keys: Keys, card: CvvSource): string {
  const digits = card.pan.length === 15 ? 4 : 3;
  const expiry = `${card.expiryYear}-${String(card.expiryMonth).padStart(2, "0")}`;
  const drawn = keys.hmac("cvv", `${card.pan}|${expiry}`).readBigUInt64BE();
  return (drawn % 10n ** BigInt(digits)).toString().padStart(digits, "0");
}

/** Whether a merchant's CVV is the card's, in a time that does not depend on where they differ. */
export function cvvMatches(keys: Keys, card: CvvSource, given: string): boolean {
  const expected = Buffer.from(cvvOf(keys, card));
  const actual = Buffer.from(given);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
