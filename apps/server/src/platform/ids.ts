import { randomFillSync } from "node:crypto";
import { v7 } from "uuid";

/** The prefixes of public (wire) ids. */
export const ID_PREFIXES = [
  "cus",
  "usr",
  "card",
  "seg",
  "app",
  "quo",
  "mov",
  "dep",
  "wdr",
  "exc",
  "pad",
  "ann",
  "auth",
  "ses",
  "stg",
  "hit",
  "rev",
  "gra",
  "exp",
  "arc",
  "log",
  "case",
  "doc",
  "cor",
  "note",
  "pky",
  "con",
  "msg",
  "att",
  "ans",
  "hold",
  "stop",
  "fza",
  "inv",
  "prp",
  "prul",
  "rprp",
  "bst",
  "ben",
  "bkt",
  "bim",
  "atu",
  "atr",
  "mdt",
  "key",
  "kcl",
  "brk",
  "rcp",
  "mem",
  "miv",
  "whk",
  "evt",
  "wha",
] as const;
export type IdPrefix = (typeof ID_PREFIXES)[number];

/**
 * The owner of movements between the program's own accounts, which belong to no customer. No
 * customer has this id, because it is no UUID of version 7 that a clock has given.
 */
export const PROGRAM_ID = "00000000-0000-7000-8000-000000000000";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const RANDOM_BYTES = 16;

/** Random bytes for many ids. Drawing a few bytes takes as long as drawing many. */
const drawn = new Uint8Array(256 * RANDOM_BYTES);
let used = drawn.length;

function random(): Uint8Array {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += RANDOM_BYTES;
  return drawn.subarray(used - RANDOM_BYTES, used);
}

/**
 * Creates a UUIDv7. UUIDv7s sort by time, so new rows are stored next to each other.
 *
 * @param now the product's time, which the ledger compares with a movement's id
 */
export function newId(now: Date = new Date()): string {
  return v7({ msecs: now.getTime(), random: random() });
}

/** Creates a UUIDv7 that sorts after those of the same time with a lower number (32 bits). */
export function numberedId(now: Date, n: number): string {
  return v7({ msecs: now.getTime(), seq: n, random: random() });
}

/** The bit that distinguishes a process number from random bits in the same position. */
const HAS_PROCESS = 0x800;
/** The highest server process number. The number takes up eleven bits of an id. */
export const MAX_PROCESS_NUMBER = 0x7ff;

/**
 * Creates a UUIDv7 that contains the number of the server process that created it, in place of the
 * twelve random bits after the version. The other 62 random bits remain random. In all other ids,
 * the first of the twelve bits is not set.
 *
 * @param process the process number, or 0 if the process has none, which results in an ordinary id
 */
export function newIdOfProcess(now: Date, process: number): string {
  if (process === 0) {
    return newId(now);
  }
  const bytes = random();
  const [high = 0, middle = 0, low = 0] = bytes.subarray(7);
  const tail = ((high & 0x0f) << 16) | (middle << 8) | low;
  const seq = (((HAS_PROCESS | process) << 20) | tail) >>> 0;
  return v7({ msecs: now.getTime(), random: bytes, seq });
}

/** Returns the part of an id, in hex, that identifies the process; see {@link newIdOfProcess}. */
export function processPartOf(process: number): string {
  return (HAS_PROCESS | process).toString(16);
}

/** Returns a UUID that sorts at or before every UUIDv7 created at this time or later. */
export function firstIdAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Returns the time at which a UUIDv7 was created. */
export function timeOfId(uuid: string): Date {
  return new Date(Number.parseInt(uuid.replace("-", "").slice(0, 12), 16));
}

/** Returns an id in its public form (`card_0192…`). */
export function wireId<P extends IdPrefix>(prefix: P, uuid: string): `${P}_${string}` {
  return `${prefix}_${uuid}`;
}

/**
 * Returns the UUID in a public id, or undefined if the id is not of this type (respond with 404).
 */
export function parseId(prefix: IdPrefix, text: string): string | undefined {
  const uuid = text.slice(prefix.length + 1);
  return text.startsWith(`${prefix}_`) && UUID.test(uuid) ? uuid : undefined;
}
