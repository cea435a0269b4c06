import { createHmac } from "node:crypto";
import { readFileSync, statSync } from "node:fs";

const KEY_BYTES = 32;

/** The keys that the server and the signer share, each derived for one purpose. */
export interface LinkKeys {
  /** Approves instructions. */
  readonly approval: Buffer;
  /** Authenticates the server's requests, and the signer's answers. */
  readonly request: Buffer;
  readonly answer: Buffer;
}

/**
 * Reads the key that the server and the signer share: 32 random bytes in base64.
 *
 * @throws Error if the file cannot be read, if others than its owner and group may read it, or if
 * it contains no key. The message contains nothing of the file.
 */
export function readLinkKey(path: string): LinkKeys {
  if (process.platform !== "win32" && (statSync(path).mode & 0o007) !== 0) {
    throw new Error(`${path} can be read by every user: take that right away (chmod 640)`);
  }
  const text = readFileSync(path, "utf8").trim();
  const key = Buffer.from(text, "base64");
  if (key.length !== KEY_BYTES || key.toString("base64") !== text) {
    throw new Error(`${path} does not contain 32 bytes in base64 (openssl rand -base64 32)`);
  }
  const derive = (purpose: string) =>
    createHmac("sha256", key).update(`tessera payout signing: ${purpose}`).digest();
  return { approval: derive("approval"), request: derive("request"), answer: derive("answer") };
}
