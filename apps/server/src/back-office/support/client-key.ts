import { hash } from "node:crypto";

/**
 * The form in which a row keeps the key of the call that wrote it: a key is good for one person and
 * one place, and the row tells nobody what it was.
 */
export function clientKey(userId: string, place: string, key: string): string {
  return hash("sha256", `${userId}\n${place}\n${key}`, "base64url");
}
