import { hash, randomBytes } from "node:crypto";

/**
 * The type of secret: a session token, a step-up token, an emailed link, an invitation, or the
 * token of a session that acts for a company. Servers of releases without companies refuse the
 * last.
 */
export type TokenKind = "vc" | "vp" | "vl" | "vi" | "vm";

/**
 * Returns a new 256-bit secret and its hash. Only the hash is stored. The text begins with the type
 * and the cell number, so that a request can be routed to its cell without a lookup.
 */
export function newToken(
  kind: TokenKind,
  cell: number,
): { readonly token: string; readonly hash: Buffer } {
  const token = `${kind}${cell}_${randomBytes(32).toString("base64url")}`;
  return { token, hash: hashToken(token) };
}

export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
