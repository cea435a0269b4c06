import { createHash, hkdfSync } from "node:crypto";
import { ConfigError } from "../config/config.ts";

export const KEY_BYTES = 32;
const KEY_ID_BYTES = 4;
/** 32 random bytes have about 30 different values; a typed or repeated key far fewer. */
const MIN_DISTINCT_BYTES = 16;

/** The root keys that are in use, and the hash keys that outlived the root they came from. */
export interface KeyRing {
  /** Seals, wraps and signs. */
  readonly current: Buffer;
  /** Former ones: they open what they sealed, and do nothing else. */
  readonly others: readonly Buffer[];
  /** The one that will be current; known before, so that servers open what it seals. */
  readonly next?: Buffer;
  /** Keys of {@link KEPT_HASHES} by purpose, where an earlier root than `current` made them. */
  readonly hashKeys: ReadonlyMap<string, Buffer>;
}

/**
 * Hashes that stay what they are when the root key is replaced: what they made is stored or printed
 * on cards and cannot be made anew (passwords, CVVs), or is compared with what is stored.
 */
export const KEPT_HASHES: readonly string[] = [
  "captcha",
  "cursor",
  "cvv",
  "mailed-code",
  "mailed-code-address",
  "network-message",
  "pan-index",
  "password",
  "practice-issuer",
  "rate-limit",
  "recovery-code",
  "review-document-index",
  "root-key-check",
  "sandbox-chain",
  "sandbox-issuer",
  "sandbox-payout",
  "sign-in-name",
  "sign-in-network",
];

/** Hashes that are made with the newest root key, because nothing of theirs is kept. */
export const RENEWED_HASHES: readonly string[] = ["ledger-seal"];

/** What bytes that a root key sealed begin with; it tells which one, and nothing about it. */
export function keyIdOf(root: Buffer): Buffer {
  const id = createHash("sha256").update("tessera key id").update(root).digest();
  return id.subarray(0, KEY_ID_BYTES);
}

/** The key of one purpose. */
export function deriveKey(root: Buffer, info: string): Buffer {
  return Buffer.from(hkdfSync("sha256", root, "tessera", info, KEY_BYTES));
}

/** A ring of one key, as every programme begins. */
export function ringOf(root: Buffer): KeyRing {
  return { current: root, others: [], hashKeys: new Map() };
}

/** Every hash key that stays, whichever root it came from. */
function keptHashKeys({ current, hashKeys }: KeyRing): ReadonlyMap<string, Buffer> {
  return new Map(
    KEPT_HASHES.map((purpose) => [
      purpose,
      hashKeys.get(purpose) ?? deriveKey(current, `hmac:${purpose}`),
    ]),
  );
}

/** The same ring sealing with a new key; what was sealed before still opens. */
export function withCurrent(ring: KeyRing, current: Buffer): KeyRing {
  return { current, others: [ring.current, ...ring.others], hashKeys: keptHashKeys(ring) };
}

const LINE = /^(current|other|next|hash) +(?:([a-z-]+) +)?([A-Za-z0-9+/]{43}=)$/;

/**
 * The text of a key file: a lone key in base64, or, once keys were replaced, a line for each.
 * The order of the lines says nothing.
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
 * Reads a key file or a key in a setting.
 *
 * @throws ConfigError when it is malformed or weak
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

/** Reads a key written as base64 or hex. */
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
