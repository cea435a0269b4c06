import type { Db } from "../database/db.ts";
import type { Keys } from "./keys.ts";

/** Data that is stored sealed and must be resealed when the root key is replaced. */
export interface SealedStore {
  /** A plural noun for the sealed data, such as `card numbers`. */
  readonly name: string;
  /** The purposes that the store passes to {@link Keys.seal} and {@link Keys.wrap}. */
  readonly purposes: readonly string[];
  /** Counts the entries sealed with a key other than the current one. */
  countOlder(db: Db, keys: Keys): Promise<number>;
  /**
   * Reseals up to `limit` entries in one transaction. Returns their number, or 0 if none are left.
   * Large values are processed a few at a time.
   */
  resealSome(db: Db, keys: Keys, limit: number): Promise<number>;
}
