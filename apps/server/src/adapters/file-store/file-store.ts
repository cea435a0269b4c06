/**
 * Storage of sealed files outside the database. An object is written once and never changed; the
 * key that opens it is in the database.
 */
export interface FileStore {
  /** @throws FileStoreError if it is not certain that all of it is stored */
  put(key: string, sealed: Buffer): Promise<void>;
  /** @throws FileStoreError, even if there is no such object */
  get(key: string): Promise<Buffer>;
  /** Succeeds if there is no such object. @throws FileStoreError */
  delete(key: string): Promise<void>;
}

/** A storage that cannot be reached or refuses. */
export class FileStoreError extends Error {
  constructor(why: string, cause?: unknown) {
    super(`the file storage failed: ${why}`, { cause });
    this.name = "FileStoreError";
  }
}
