import { inTransaction } from "../../../platform/context.ts";
import type { SealedStore } from "../../../platform/crypto/sealed-store.ts";
import { resealDocument } from "./document-vault.ts";
import {
  countOlderDocuments,
  lockOlderDocuments,
  replaceDocument,
} from "./sealed-documents.repository.ts";

/** A document may have 5 MB: so many are held in memory at once. */
const AT_ONCE = 10;

/**
 * The documents that customers sent. Each gets a new key of its own, because what it was sealed
 * with is bound to the root key that wrapped it. Needs the role that owns the schema.
 */
export const sealedDocuments: SealedStore = {
  name: "documents of reviews",
  purposes: ["review-document"],
  countOlder: ({ kysely }, { keyId }) => countOlderDocuments(kysely, keyId),
  resealSome: (db, keys, limit) =>
    inTransaction(db, async (tx) => {
      const older = await lockOlderDocuments(tx, keys.keyId, Math.min(limit, AT_ONCE));
      for (const stored of older) {
        await replaceDocument(tx, stored.id, resealDocument(keys, stored, stored));
      }
      return older.length;
    }),
};
