import { hash } from "node:crypto";

/**
 * Returns a client's Idempotency-Key in the ledger's format. The ledger requires each customer's
 * keys to be unique forever, across all operations, whereas a client may use the same key for
 * different calls.
 */
export function ledgerClientKey(operation: string, idempotencyKey: string): string {
  return `${operation}:${hash("sha256", idempotencyKey, "base64url")}`;
}
