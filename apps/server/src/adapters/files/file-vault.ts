import type { KeyPurpose, Keys } from "../../platform/crypto/keys.ts";

/** A stored file: either its sealed bytes, or the wrapped key for bytes outside the database. */
export interface FileSealing {
  readonly sealed: Buffer | null;
  readonly wrappedKey: Buffer | null;
}

/** A file's sealed bytes, plus a wrapped key if the bytes will be stored outside the database. */
export interface SealedFile {
  readonly sealed: Buffer;
  readonly wrappedKey: Buffer | null;
}

/** Seals files of one kind, each bound to its id. */
export interface FileVault {
  readonly purpose: KeyPurpose;
  /** Seals a file. Uses a separate key if the file will be stored outside the database. */
  seal(keys: Keys, id: string, bytes: Buffer, isOutside: boolean): SealedFile;
  /**
   * Opens a sealed file.
   *
   * @throws KeyError if the bytes, the file's id or the key differ from those used to seal the file
   */
  open(keys: Keys, id: string, file: SealedFile): Buffer;
  /**
   * Reseals a stored file with the current key.
   *
   * @throws KeyError for the same reasons as {@link FileVault.open}
   */
  reseal(keys: Keys, id: string, file: FileSealing): FileSealing;
  /** Returns the object storage key for a file. */
  keyOf(id: string): string;
}

/**
 * Creates the vault of one kind of files.
 *
 * @param purpose what the sealing keys are derived for
 * @param folder the folder of the files in object storage
 */
export function createFileVault(purpose: KeyPurpose, folder: string): FileVault {
  const outsideAad = (id: string) => `${purpose}|${id}`;

  /** Calls `use` with a data key, which is erased afterward. */
  function erasing<T>(dataKey: Buffer, use: (dataKey: Buffer) => T): T {
    try {
      return use(dataKey);
    } finally {
      dataKey.fill(0);
    }
  }

  function seal(keys: Keys, id: string, bytes: Buffer, isOutside: boolean): SealedFile {
    if (!isOutside) {
      return { sealed: keys.seal(purpose, bytes, id), wrappedKey: null };
    }
    return erasing(keys.newKey(), (dataKey) => ({
      wrappedKey: keys.wrap(purpose, dataKey, id),
      sealed: keys.sealWith(dataKey, bytes, outsideAad(id)),
    }));
  }

  function open(keys: Keys, id: string, { sealed, wrappedKey }: SealedFile): Buffer {
    return wrappedKey === null
      ? keys.open(purpose, sealed, id)
      : erasing(keys.unwrap(purpose, wrappedKey, id), (dataKey) =>
          keys.openWith(dataKey, sealed, outsideAad(id)),
        );
  }

  return {
    purpose,
    seal,
    open,
    reseal(keys, id, { sealed, wrappedKey }) {
      return sealed !== null
        ? seal(keys, id, open(keys, id, { sealed, wrappedKey }), false)
        : erasing(keys.unwrap(purpose, wrappedKey ?? Buffer.alloc(0), id), (dataKey) => ({
            sealed,
            wrappedKey: keys.wrap(purpose, dataKey, id),
          }));
    },
    keyOf: (id) => `${folder}/${id}`,
  };
}
