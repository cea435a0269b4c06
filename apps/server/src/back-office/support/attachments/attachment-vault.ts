import type { Keys } from "../../../platform/crypto/keys.ts";

/** A stored file: either its sealed bytes, or the wrapped key for bytes outside the database. */
export interface AttachmentSealing {
  readonly sealed: Buffer | null;
  readonly wrappedKey: Buffer | null;
}

/** A file's sealed bytes, plus a wrapped key if the bytes will be stored outside the database. */
interface SealedFile {
  readonly sealed: Buffer;
  readonly wrappedKey: Buffer | null;
}

/** Seals a file. Uses a separate key if the file will be stored outside the database. */
export function sealFile(keys: Keys, id: string, bytes: Buffer, isOutside: boolean): SealedFile {
  if (!isOutside) {
    return { sealed: keys.seal("support-attachment", bytes, id), wrappedKey: null };
  }
  const dataKey = keys.newKey();
  try {
    const wrappedKey = keys.wrap("support-attachment", dataKey, id);
    return { sealed: keys.sealWith(dataKey, bytes, outsideAad(id)), wrappedKey };
  } finally {
    dataKey.fill(0);
  }
}

function outsideAad(id: string): string {
  return `support-attachment|${id}`;
}

/**
 * Opens a sealed file.
 *
 * @throws KeyError if the bytes, the file's id or the key differ from those used to seal the file
 */
export function openFile(keys: Keys, id: string, { sealed, wrappedKey }: SealedFile): Buffer {
  if (wrappedKey === null) {
    return keys.open("support-attachment", sealed, id);
  }
  const dataKey = keys.unwrap("support-attachment", wrappedKey, id);
  try {
    return keys.openWith(dataKey, sealed, outsideAad(id));
  } finally {
    dataKey.fill(0);
  }
}

/**
 * Reseals a stored file with the current key.
 *
 * @throws KeyError for the same reasons as {@link openFile}
 */
export function resealFile(
  keys: Keys,
  id: string,
  { sealed, wrappedKey }: AttachmentSealing,
): AttachmentSealing {
  if (sealed !== null) {
    return sealFile(keys, id, openFile(keys, id, { sealed, wrappedKey }), false);
  }
  const dataKey = keys.unwrap("support-attachment", wrappedKey ?? Buffer.alloc(0), id);
  try {
    return { sealed, wrappedKey: keys.wrap("support-attachment", dataKey, id) };
  } finally {
    dataKey.fill(0);
  }
}

/** Returns the object storage key for a file. */
export function attachmentKey(id: string): string {
  return `attachments/${id}`;
}
