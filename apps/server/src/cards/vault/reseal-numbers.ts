import { inTransaction } from "../../platform/context.ts";
import type { SealedStore } from "../../platform/crypto/sealed-store.ts";
import { countOlderSecrets, lockOlderSecrets, replaceSecrets } from "./vault.repository.ts";
import { openPan, sealPan } from "./vault.ts";

/**
 * Reseals PANs. Each PAN gets a new data key, because its encryption is bound to the root key that
 * wrapped the old one. Requires the schema owner's role, since the application's role cannot change
 * sealed PANs.
 */
export const sealedNumbers: SealedStore = {
  name: "card numbers",
  purposes: ["pan"],
  countOlder: ({ kysely }, { keyId }) => countOlderSecrets(kysely, keyId),
  resealSome: (db, keys, limit) =>
    inTransaction(db, async (tx) => {
      const older = await lockOlderSecrets(tx, keys.keyId, limit);
      const resealed = older.map(({ owner, sealed }) => ({
        owner,
        sealed: sealPan(keys, owner, openPan(keys, owner, sealed)),
      }));
      await replaceSecrets(tx, resealed);
      return resealed.length;
    }),
};
