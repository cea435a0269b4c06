import type { Keys } from "../../../platform/crypto/keys.ts";

/** Where a document belongs; sealed bytes cannot be opened anywhere else. */
interface Place {
  readonly id: string;
  readonly caseId: string;
  readonly customerId: string;
}

/** A document's wrapped key. */
interface Sealing {
  readonly keyId: string;
  readonly wrappedKey: Buffer;
}

/** A document's sealed bytes with its wrapped key. */
export interface SealedDocument extends Sealing {
  readonly sealed: Buffer;
}

/** A stored document; its bytes are null if they are outside the database. */
export interface StoredSealing extends Sealing {
  readonly sealed: Buffer | null;
}

function aadOf({ id, caseId, customerId }: Place, field: string, keyId: string): string {
  return `v1|${id}|${caseId}|${customerId}|${field}|${keyId}`;
}

/**
 * Bytes outside the database do not depend on the root key, so replacing it does not change them.
 */
function bytesAadOf(place: Place, keyId: string, isOutside: boolean): string {
  return isOutside ? aadOf(place, "object", "-") : aadOf(place, "document", keyId);
}

/**
 * Seals a document with AES-256-GCM under its own key, which `keys` wraps.
 *
 * @param isOutside whether the bytes will be stored outside the database
 */
export function sealDocument(
  keys: Keys,
  place: Place,
  bytes: Buffer,
  isOutside = false,
): SealedDocument {
  const { keyId } = keys;
  const dataKey = keys.newKey();
  try {
    return {
      keyId,
      wrappedKey: keys.wrap("review-document", dataKey, aadOf(place, "data-key", keyId)),
      sealed: keys.sealWith(dataKey, bytes, bytesAadOf(place, keyId, isOutside)),
    };
  } finally {
    dataKey.fill(0);
  }
}

function dataKeyOf(keys: Keys, place: Place, { keyId, wrappedKey }: Sealing): Buffer {
  return keys.unwrap("review-document", wrappedKey, aadOf(place, "data-key", keyId));
}

/**
 * Opens a sealed document.
 *
 * @throws KeyError if a byte, the row, the owner or the key differs from the sealing
 */
export function openDocument(
  keys: Keys,
  place: Place,
  stored: SealedDocument,
  isOutside = false,
): Buffer {
  const dataKey = dataKeyOf(keys, place, stored);
  try {
    return keys.openWith(dataKey, stored.sealed, bytesAadOf(place, stored.keyId, isOutside));
  } finally {
    dataKey.fill(0);
  }
}

/**
 * Re-seals a stored document under the current key: its bytes if they are in the database,
 * otherwise only the key that opens them.
 *
 * @throws KeyError as {@link openDocument} does
 */
export function resealDocument(keys: Keys, place: Place, stored: StoredSealing): StoredSealing {
  const { sealed } = stored;
  if (sealed !== null) {
    return sealDocument(keys, place, openDocument(keys, place, { ...stored, sealed }));
  }
  const { keyId } = keys;
  const dataKey = dataKeyOf(keys, place, stored);
  try {
    const wrappedKey = keys.wrap("review-document", dataKey, aadOf(place, "data-key", keyId));
    return { keyId, wrappedKey, sealed: null };
  } finally {
    dataKey.fill(0);
  }
}

/** Returns a document's key in the object storage. */
export function documentKey(id: string): string {
  return `documents/${id}`;
}

/**
 * Returns a blind index that shows whether two documents are the same, and nothing else about them.
 */
export function contentIndexOf(keys: Keys, bytes: Buffer): Buffer {
  return keys.hmac("review-document-index", bytes);
}
