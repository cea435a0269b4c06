import { randomFillSync } from "node:crypto";
import { v7 } from "uuid";

/** What a wire id starts with. */
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

/** Drawn for many ids at once: a few random bytes cost as much as many. */
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
 * A UUIDv7: ordered by time, so that new rows land beside each other.
 *
 * @param now the product's time, which the ledger judges the id of a movement by
 */
export function newId(now: Date = new Date()): string {
  return v7({ msecs: now.getTime(), random: random() });
}

/** An id as it goes over the wire (`card_0192…`). */
export function wireId<P extends IdPrefix>(prefix: P, uuid: string): `${P}_${string}` {
  return `${prefix}_${uuid}`;
}

/** The uuid of a wire id, or undefined where it is not one of this kind (answer 404). */
export function parseId(prefix: IdPrefix, text: string): string | undefined {
  const uuid = text.slice(prefix.length + 1);
  return text.startsWith(`${prefix}_`) && UUID.test(uuid) ? uuid : undefined;
}
