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
  "wdr",
  "pky",
  "msg",
  "pky",
] as const;
export type IdPrefix = (typeof ID_PREFIXES)[number];

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
 * Creates a UUIDv7, which sorts by time, so that new rows are stored next to each other.
 *
 * @param now the product's time, which the ledger compares with a movement's id
 */
export function newId(now: Date = new Date()): string {
  return v7({ msecs: now.getTime(), random: random() });
}

/** Returns an id in its public form (`card_0192…`). */
export function wireId<P extends IdPrefix>(prefix: P, uuid: string): `${P}_${string}` {
  return `${prefix}_${uuid}`;
}

/** Returns the UUID in a public id; undefined if the id is not of this type (respond with 404). */
export function parseId(prefix: IdPrefix, text: string): string | undefined {
  const uuid = text.slice(prefix.length + 1);
  return text.startsWith(`${prefix}_`) && UUID.test(uuid) ? uuid : undefined;
}
