import { inTransaction } from "../../platform/context.ts";
import type { SealedStore } from "../../platform/crypto/sealed-store.ts";
import { countOlderHolders, lockOlderHolders, replaceSealedFacts } from "./holder.repository.ts";
import { openFacts, sealFacts } from "./holder-seal.ts";

/** Reseals the cardholders' facts. */
export const sealedHolders: SealedStore = {
  name: "cardholders’ details",
  purposes: ["holder-facts"],
  countOlder: ({ kysely }, { keyId }) => countOlderHolders(kysely, keyId),
  resealSome: (db, keys, limit) =>
    inTransaction(db, async (tx) => {
      const older = await lockOlderHolders(tx, keys.keyId, limit);
      const resealed = older.map((holder) => {
        const { customerId, sealed } = holder;
        const facts = openFacts(keys, customerId, sealed);
        return { ...holder, sealed: sealFacts(keys, customerId, facts) };
      });
      await replaceSealedFacts(tx, resealed);
      return resealed.length;
    }),
};
