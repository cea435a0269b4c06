import type { KeyIgnored } from "./endpoint.ts";

/**
 * Explains why a write ignores an `Idempotency-Key`. Kept out of `endpoint.ts`, because the console
 * loads that file.
 */
export const WHY_KEY_IS_IGNORED: Readonly<Record<KeyIgnored["ignored"], string>> = {
  secret: "The response holds a secret or a challenge for one use, and is never stored.",
  sealed: "The response holds personal details that are stored sealed only.",
  read: "The call only reads, so a repeat has no effect.",
  file: "The response is a file written while it is sent; it is not stored.",
  logout: "The call ends its own session, with which a repeat is refused.",
};
