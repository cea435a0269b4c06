import { inTransaction } from "../../../platform/context.ts";
import type { SealedStore } from "../../../platform/crypto/sealed-store.ts";
import { attachmentVault } from "./attachment-vault.ts";
import {
  countOlderAttachments,
  lockOlderAttachments,
  replaceSealed,
} from "./sealed-attachments.repository.ts";

/** Number of files, of up to 5 MB each, held in memory at once. */
const AT_ONCE = 10;

/** The store of sealed files that are attached to messages. */
export const sealedAttachments: SealedStore = {
  name: "files of messages",
  purposes: ["support-attachment"],
  countOlder: ({ kysely }, { keyId }) => countOlderAttachments(kysely, keyId),
  resealSome: (db, keys, limit) =>
    inTransaction(db, async (tx) => {
      const older = await lockOlderAttachments(tx, keys.keyId, Math.min(limit, AT_ONCE));
      for (const stored of older) {
        await replaceSealed(tx, stored.id, attachmentVault.reseal(keys, stored.id, stored));
      }
      return older.length;
    }),
};
