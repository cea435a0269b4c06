import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/** Whether a key acts on real money or on the sandbox's. */
export type KeyMode = "live" | "test";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE = BigInt(DIGITS.length);
/** 62^43 is more than 2^256. */
const SECRET_LENGTH = 43;
/** 62^6 is more than 2^32. */
const CHECKSUM_LENGTH = 6;
const SECRET_BYTES = 32;
const HINT_END = 4;

const KEY = /^tsk_(live|test)_([1-9]\d{0,2})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;
/** Matches any text that begins like a key. */
const LIKE_KEY = /tsk_(?:live|test)_[0-9A-Za-z_]*/;
/** Names of parameters in which callers send keys by mistake. */
const KEY_PARAMETER = /^\/api[/?][^#]*[?&](?:api[_-]?key|key)=/i;
/** How often a URL is decoded. Proxies and clients encode a URL again. */
const DECODINGS = 3;

/** A key's text, taken apart. */
interface KeyParts {
  readonly mode: KeyMode;
  /** The number of the cell whose customer owns the key. */
  readonly cell: number;
}

function inBase62(value: bigint, length: number): string {
  let rest = value;
  let text = "";
  while (text.length < length) {
    text = DIGITS.charAt(Number(rest % BASE)) + text;
    rest /= BASE;
  }
  return text;
}

function checksumOf(text: string): string {
  return inBase62(BigInt(crc32(text)), CHECKSUM_LENGTH);
}

/**
 * Returns the text of a new key: 256 random bits after a prefix that secret scanners recognize, the
 * mode and the cell, and before a CRC-32 of all that, which tells a key from an invented text.
 */
export function newKeyText(mode: KeyMode, cell: number): string {
  const secret = BigInt(`0x${randomBytes(SECRET_BYTES).toString("hex")}`);
  const text = `tsk_${mode}_${cell}_${inBase62(secret, SECRET_LENGTH)}`;
  return text + checksumOf(text);
}

/** Takes a key's text apart. Returns undefined if it is no key, which its checksum shows. */
export function readKeyText(text: string): KeyParts | undefined {
  const [, mode, cell, , checksum] = KEY.exec(text) ?? [];
  if (mode === undefined || checksumOf(text.slice(0, -CHECKSUM_LENGTH)) !== checksum) {
    return undefined;
  }
  return { mode: mode === "live" ? "live" : "test", cell: Number(cell) };
}

/** Returns whether a text begins like a key, whether or not it is one. */
export function isLikeKey(text: string): boolean {
  return LIKE_KEY.exec(text)?.index === 0;
}

/** Returns the hash under which a key's text is stored. */
export function hashKeyText(text: string): Buffer {
  return hash("sha256", text, "buffer");
}

/** Returns the part of a key's text by which its owner recognizes it: `tsk_live_1_…x7Qa`. */
export function hintOf(text: string): string {
  const prefix = text.slice(0, text.lastIndexOf("_") + 1);
  return `${prefix}…${text.slice(-HINT_END)}`;
}

function decoded(url: string): string {
  return url.replace(/%([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/**
 * Finds a key in a URL, also if it is encoded. Returns the text that looks like a key, an empty
 * text if a parameter is only named like one, and undefined if there is neither.
 */
export function keyInUrl(url: string): string | undefined {
  let text = url;
  for (let round = 0; round <= DECODINGS; round += 1) {
    const [found] = LIKE_KEY.exec(text) ?? [];
    if (found !== undefined) {
      return found;
    }
    if (!text.includes("%")) {
      break;
    }
    text = decoded(text);
  }
  return KEY_PARAMETER.test(url) ? "" : undefined;
}
