import type { Db } from "../database/db.ts";
import type { Keys } from "./keys.ts";

/** Data that is stored sealed, and must be sealed again when the root key is replaced. */
export interface SealedStore {
  /** What is sealed, in the plural, such as `card numbers`. */
  readonly name: string;
  /** The purposes with which it calls {@link Keys.seal} and {@link Keys.wrap}. */
  readonly purposes: readonly string[];
  /** Counts what is sealed under a key other than the current one. */
  countOlder(db: Db, keys: Keys): Promise<number>;
  /**
   * Seals up to `limit` of them again, in one transaction; returns their number, and 0 if none is
   * left. Large values are processed a few at a time.
   */
  resealSome(db: Db, keys: Keys, limit: number): Promise<number>;
}
