import { inTransaction } from "../../platform/context.ts";
import type { SealedStore } from "../../platform/crypto/sealed-store.ts";
import { unwrapKey, wrapKey } from "./archive-vault.ts";
import { countOlderKeys, lockOlderKeys, replaceKey } from "./sealed-archives.repository.ts";

/**
 * Rewraps the data keys for customers' archives. The pieces encrypted with these keys stay the
 * same.
 */
export const sealedArchives: SealedStore = {
  name: "keys of data archives",
  purposes: ["data-archive"],
  countOlder: ({ kysely }, { keyId }) => countOlderKeys(kysely, keyId),
  resealSome: (db, keys, limit) =>
    inTransaction(db, async (tx) => {
      const older = await lockOlderKeys(tx, keys.keyId, limit);
      for (const stored of older) {
        const dataKey = unwrapKey(keys, stored, stored);
        try {
          await replaceKey(tx, stored.id, wrapKey(keys, stored, dataKey));
        } finally {
          dataKey.fill(0);
        }
      }
      return older.length;
    }),
};
