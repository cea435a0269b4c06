import type { Keys } from "../../platform/keys.ts";

/** Where a document belongs; sealed bytes open there and nowhere else. */
interface Place {
  readonly id: string;
  readonly caseId: string;
  readonly customerId: string;
}

/** What is kept of a document's bytes. */
export interface SealedDocument {
  readonly keyId: string;
  readonly wrappedKey: Buffer;
  readonly sealed: Buffer;
}

function aadOf({ id, caseId, customerId }: Place, field: string, keyId: string): string {
  return `v1|${id}|${caseId}|${customerId}|${field}|${keyId}`;
}

/** Seals a document with AES-256-GCM under a key of its own, itself wrapped by `keys`. */
export function sealDocument(keys: Keys, place: Place, bytes: Buffer): SealedDocument {
  const { keyId } = keys;
  const dataKey = keys.newKey();
  try {
    return {
      keyId,
      wrappedKey: keys.wrap("review-document", dataKey, aadOf(place, "data-key", keyId)),
      sealed: keys.sealWith(dataKey, bytes, aadOf(place, "document", keyId)),
    };
  } finally {
    dataKey.fill(0);
  }
}

/**
 * Opens a sealed document.
 *
 * @throws KeyError when a byte, the row, the owner or the key is not the one it was sealed with
 */
export function openDocument(keys: Keys, place: Place, stored: SealedDocument): Buffer {
  const { keyId, wrappedKey, sealed } = stored;
  const dataKey = keys.unwrap("review-document", wrappedKey, aadOf(place, "data-key", keyId));
  try {
    return keys.openWith(dataKey, sealed, aadOf(place, "document", keyId));
  } finally {
    dataKey.fill(0);
  }
}

/** Tells whether two documents are the same, and nothing else about them. */
export function contentIndexOf(keys: Keys, bytes: Buffer): Buffer {
  return keys.hmac("review-document-index", bytes);
}
