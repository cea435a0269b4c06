import { inTransaction } from "../../platform/context.ts";
import type { SealedStore } from "../../platform/crypto/sealed-store.ts";
import { receiptVault } from "./receipt-vault.ts";
import {
  countOlderReceipts,
  lockOlderReceipts,
  replaceSealedReceipt,
} from "./sealed-receipts.repository.ts";

/** Number of files, of up to 5 MB each, held in memory at once. */
const AT_ONCE = 10;

/** The store of sealed receipts. */
export const sealedReceipts: SealedStore = {
  name: "receipts",
  purposes: [receiptVault.purpose],
  countOlder: ({ kysely }, { keyId }) => countOlderReceipts(kysely, keyId),
  resealSome: (db, keys, limit) =>
    inTransaction(db, async (tx) => {
      const older = await lockOlderReceipts(tx, keys.keyId, Math.min(limit, AT_ONCE));
      for (const stored of older) {
        await replaceSealedReceipt(tx, stored.id, receiptVault.reseal(keys, stored.id, stored));
      }
      return older.length;
    }),
};
