import { hash } from "node:crypto";

/**
 * Returns the ledger's form of a client's Idempotency-Key. The ledger keeps a customer's keys
 * unique permanently, whatever they were used for, while a client may use one key for different
 * calls.
 */
export function ledgerClientKey(operation: string, idempotencyKey: string): string {
  return `${operation}:${hash("sha256", idempotencyKey, "base64url")}`;
}
