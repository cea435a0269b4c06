import { hash } from "node:crypto";

/**
 * Returns the stored form of a call's idempotency key. The key is valid only for one person and one
 * operation, and the stored form does not reveal it.
 */
export function clientKey(userId: string, place: string, key: string): string {
  return hash("sha256", `${userId}\n${place}\n${key}`, "base64url");
}
