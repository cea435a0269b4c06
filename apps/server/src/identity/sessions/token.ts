import { hash, randomBytes } from "node:crypto";

/** Returns a new 256-bit secret and its hash. Only the hash is stored. */
export function newToken(prefix: "vc1_" | "vp1_" | "vl1_" | "vi1_"): {
  readonly token: string;
  readonly hash: Buffer;
} {
  const token = `${prefix}${randomBytes(32).toString("base64url")}`;
  return { token, hash: hashToken(token) };
}

export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
