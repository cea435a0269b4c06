import { hash } from "node:crypto";

/**
 * Returns the stored form of a call's idempotency key. The stored form is tied to one person and
 * one operation, and does not reveal the key.
 */
export function clientKey(userId: string, place: string, key: string): string {
  return hash("sha256", `${userId}\n${place}\n${key}`, "base64url");
}
