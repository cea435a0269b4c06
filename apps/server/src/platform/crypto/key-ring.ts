import { createHash, hkdfSync } from "node:crypto";
import { ConfigError } from "../config/config.ts";

export const KEY_BYTES = 32;
const KEY_ID_BYTES = 4;
/**
 * Minimum number of distinct bytes in a key. 32 random bytes have about 30 distinct values, while a
 * typed or repetitive key has far fewer.
 */
const MIN_DISTINCT_BYTES = 16;

/** The root keys in use, and hash keys that are kept even after their root key is replaced. */
export interface KeyRing {
  /** The key that seals, wraps and signs. */
  readonly current: Buffer;
  /** Former keys, which are used only to open data that was sealed with them. */
  readonly others: readonly Buffer[];
  /**
   * The key that will become current. It is distributed in advance, so that every server can open
   * data sealed with it.
   */
  readonly next?: Buffer;
  /**
   * Keys for {@link KEPT_HASHES} by purpose. Present only if they were derived from a root key
   * older than `current`.
   */
  readonly hashKeys: ReadonlyMap<string, Buffer>;
}

/**
 * Hashes that stay the same when the root key is replaced, because they cannot be recomputed
 * (password hashes, CVVs), because they are compared with stored values, or because servers that
 * have not all read the new key yet compare them with each other's.
 */
export const KEPT_HASHES: readonly string[] = [
  "captcha",
  "cell-of-name",
  "cell-vouch",
  "cursor",
  "cvv",
  "directory-name",
  "mailed-code",
  "mailed-code-address",
  "network-message",
  "pan-index",
  "password",
  "payout-approval",
  "practice-issuer",
  "program-settings",
  "rate-limit",
  "receipt-index",
  "recovery-code",
  "review-document-index",
  "root-key-check",
  "sandbox-chain",
  "sandbox-issuer",
  "sandbox-payout",
  "sign-in-name",
  "sign-in-network",
];

/** Hashes that use the newest root key, because their values are never stored. */
export const RENEWED_HASHES: readonly string[] = ["ledger-seal"];

/**
 * Returns the prefix of everything that a root key seals. It identifies the key without revealing
 * anything about it.
 */
export function keyIdOf(root: Buffer): Buffer {
  const id = createHash("sha256").update("tessera key id").update(root).digest();
  return id.subarray(0, KEY_ID_BYTES);
}

/** Derives the key for one purpose from a root key. */
export function deriveKey(root: Buffer, info: string): Buffer {
  return Buffer.from(hkdfSync("sha256", root, "tessera", info, KEY_BYTES));
}

/** Returns a ring with a single key, as in every new program. */
export function ringOf(root: Buffer): KeyRing {
  return { current: root, others: [], hashKeys: new Map() };
}

/**
 * Returns every hash key that survives a root key replacement, including those derived from the
 * current root key.
 */
function keptHashKeys({ current, hashKeys }: KeyRing): ReadonlyMap<string, Buffer> {
  return new Map(
    KEPT_HASHES.map((purpose) => [
      purpose,
      hashKeys.get(purpose) ?? deriveKey(current, `hmac:${purpose}`),
    ]),
  );
}

/** Returns the ring with a new sealing key. Data sealed earlier can still be opened. */
export function withCurrent(ring: KeyRing, current: Buffer): KeyRing {
  return { current, others: [ring.current, ...ring.others], hashKeys: keptHashKeys(ring) };
}

const LINE = /^(current|other|next|hash) +(?:([a-z-]+) +)?([A-Za-z0-9+/]{43}=)$/;

/**
 * Formats a key file: a single base64 key or, after a key replacement, one line per key in any
 * order.
 */
export function formatKeyRing({ current, others, next, hashKeys }: KeyRing): string {
  if (others.length === 0 && next === undefined && hashKeys.size === 0) {
    return `${current.toString("base64")}\n`;
  }
  return [
    "# Tessera's keys. Keep this file secret, and a copy of it away from the database.",
    `current ${current.toString("base64")}`,
    ...others.map((key) => `other ${key.toString("base64")}`),
    ...(next === undefined ? [] : [`next ${next.toString("base64")}`]),
    ...[...hashKeys].map(([purpose, key]) => `hash ${purpose} ${key.toString("base64")}`),
    "",
  ].join("\n");
}

/**
 * Parses a key file, or a key from a setting.
 *
 * @throws ConfigError if it is malformed or weak
 */
export function parseKeyRing(text: string, setting: string): KeyRing {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  const [only] = lines;
  if (lines.length === 1 && only !== undefined && !only.startsWith("current ")) {
    return ringOf(parseRootKey(only, setting));
  }
  const parsed = lines.map((line) => LINE.exec(line));
  const entries = parsed.flatMap((match) =>
    match === null
      ? []
      : [{ kind: match[1], purpose: match[2], key: parseRootKey(match[3] ?? "", setting) }],
  );
  const keysOf = (kind: string) => entries.filter((entry) => entry.kind === kind);
  const [current, second] = keysOf("current");
  const [next] = keysOf("next");
  const isMalformed = entries.some(({ kind, purpose }) => (kind === "hash") !== Boolean(purpose));
  if (entries.length < lines.length || isMalformed || current === undefined || second) {
    throw new ConfigError([
      { setting, problem: "the key file is malformed; bring back the copy you keep of it" },
    ]);
  }
  return {
    current: current.key,
    others: keysOf("other").map(({ key }) => key),
    ...(next !== undefined && { next: next.key }),
    hashKeys: new Map(keysOf("hash").map(({ purpose = "", key }) => [purpose, key])),
  };
}

/** Parses a base64 or hex key. */
export function parseRootKey(text: string, setting: string): Buffer {
  const trimmed = text.trim();
  const isHex = /^[0-9a-fA-F]{64}$/.test(trimmed);
  const key = Buffer.from(trimmed, isHex ? "hex" : "base64");
  if (key.length !== KEY_BYTES || (!isHex && !/^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed))) {
    throw new ConfigError([
      { setting, problem: "set 32 bytes as base64 or hex (openssl rand -base64 32)" },
    ]);
  }
  if (new Set(key).size < MIN_DISTINCT_BYTES) {
    throw new ConfigError([
      { setting, problem: "this key is too regular to be random (openssl rand -base64 32)" },
    ]);
  }
  return key;
}
