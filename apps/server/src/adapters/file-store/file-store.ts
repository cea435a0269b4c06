/**
 * Storage of encrypted files outside the database. An object is written once and never changed. The
 * database stores its key.
 */
export interface FileStore {
  /**
   * Stores an object.
   *
   * @throws FileStoreError if the complete object may not have been stored
   */
  put(key: string, sealed: Buffer): Promise<void>;
  /**
   * Reads an object.
   *
   * @throws FileStoreError, including when there is no such object
   */
  get(key: string): Promise<Buffer>;
  /**
   * Deletes an object. Also succeeds if there is no such object.
   *
   * @throws FileStoreError
   */
  delete(key: string): Promise<void>;
}

/** Thrown if the storage is unreachable or rejects a request. */
export class FileStoreError extends Error {
  constructor(why: string, cause?: unknown) {
    super(`the file storage failed: ${why}`, { cause });
    this.name = "FileStoreError";
  }
}
