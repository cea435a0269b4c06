import type { Keys } from "../../../platform/crypto/keys.ts";

/** The context that a document belongs to. Its sealed bytes can be opened only in that context. */
interface Place {
  readonly id: string;
  readonly caseId: string;
  readonly customerId: string;
}

/** The wrapped key for a document. */
interface Sealing {
  readonly keyId: string;
  readonly wrappedKey: Buffer;
}

/** A document's sealed bytes and its wrapped key. */
export interface SealedDocument extends Sealing {
  readonly sealed: Buffer;
}

/** A stored document. Its bytes are null if they are stored outside the database. */
export interface StoredSealing extends Sealing {
  readonly sealed: Buffer | null;
}

function aadOf({ id, caseId, customerId }: Place, field: string, keyId: string): string {
  return `v1|${id}|${caseId}|${customerId}|${field}|${keyId}`;
}

/**
 * Returns the additional data that the bytes are bound to. Bytes outside the database are not bound
 * to the root key, so they stay the same when the root key is replaced.
 */
function bytesAadOf(place: Place, keyId: string, isOutside: boolean): string {
  return isOutside ? aadOf(place, "object", "-") : aadOf(place, "document", keyId);
}

/**
 * Seals a document using AES-256-GCM, with a new key that is wrapped with `keys`.
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
 * @throws KeyError if the bytes, the row, the owner or the key differ from the ones used to seal
 * the document
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
 * Reseals a stored document with the current key: the bytes if they are in the database, otherwise
 * only their wrapped key.
 *
 * @throws KeyError for the same reasons as {@link openDocument}
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

/** Returns the object storage key for a document. */
export function documentKey(id: string): string {
  return `documents/${id}`;
}

/** Returns a blind index, which reveals only whether two documents have the same content. */
export function contentIndexOf(keys: Keys, bytes: Buffer): Buffer {
  return keys.hmac("review-document-index", bytes);
}
