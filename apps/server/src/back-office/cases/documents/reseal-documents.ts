import { inTransaction } from "../../../platform/context.ts";
import type { SealedStore } from "../../../platform/crypto/sealed-store.ts";
import { resealDocument } from "./document-vault.ts";
import {
  countOlderDocuments,
  lockOlderDocuments,
  replaceDocument,
} from "./sealed-documents.repository.ts";

/** Number of documents, of up to 5 MB each, held in memory at once. */
const AT_ONCE = 10;

/**
 * Customers' documents as a sealed store. Resealing gives each document a new key, because its seal
 * is bound to the root key that wrapped the old key. Requires the schema owner's role.
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
