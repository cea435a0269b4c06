import { createFileVault } from "../../adapters/files/index.ts";
import type { Keys } from "../../platform/crypto/keys.ts";

/** Seals the files of receipts. */
export const receiptVault = createFileVault("receipt", "receipts");

/** Returns a blind index, which reveals only whether two receipts have the same content. */
export function receiptIndexOf(keys: Keys, bytes: Buffer): Buffer {
  return keys.hmac("receipt-index", bytes);
}
