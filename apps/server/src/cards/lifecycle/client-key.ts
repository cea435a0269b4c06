import { hash } from "node:crypto";

/**
 * Returns a client's Idempotency-Key in the ledger's format. In the ledger, a customer's keys stay
 * unique permanently, no matter what they were used for, while a client may use the same key for
 * different calls.
 */
export function ledgerClientKey(operation: string, idempotencyKey: string): string {
  return `${operation}:${hash("sha256", idempotencyKey, "base64url")}`;
}
