import type { Db } from "../database/db.ts";
import type { Keys } from "./keys.ts";

/** Something that is kept sealed, and has to be sealed anew when the root key is replaced. */
export interface SealedStore {
  /** What is sealed, in the plural, such as `card numbers`. */
  readonly name: string;
  /** What {@link Keys.seal} and {@link Keys.wrap} are called for there. */
  readonly purposes: readonly string[];
  /** How many are sealed under another key than the one in force. */
  countOlder(db: Db, keys: Keys): Promise<number>;
  /**
   * Seals up to `limit` of them anew, in one transaction; answers how many that were, and 0 where
   * none is left. What is large is taken a few at a time.
   */
  resealSome(db: Db, keys: Keys, limit: number): Promise<number>;
}
