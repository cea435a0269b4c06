import { timingSafeEqual } from "node:crypto";
import type { Keys } from "../crypto/keys.ts";
import { Refusal } from "../http/refusal.ts";

const TAG_BYTES = 16;

function tagOf(keys: Keys, scope: string, body: Buffer): Buffer {
  return keys
    .hmac("cursor", Buffer.concat([Buffer.from(`${scope}\n`), body]))
    .subarray(0, TAG_BYTES);
}

/**
 * Returns an opaque, signed cursor for a position in a list.
 *
 * @param scope the list and the owner that the cursor is tied to (`bills:<customerId>`)
 */
export function encodeCursor(keys: Keys, scope: string, place: readonly string[]): string {
  const body = Buffer.from(JSON.stringify(place));
  return Buffer.concat([tagOf(keys, scope, body), body]).toString("base64url");
}

/**
 * Returns the position encoded in a cursor that {@link encodeCursor} created for the same scope.
 *
 * @throws Refusal `invalid_input` for any other cursor
 */
export function decodeCursor(keys: Keys, scope: string, cursor: string): readonly string[] {
  const bytes = Buffer.from(cursor, "base64url");
  const body = bytes.subarray(TAG_BYTES);
  const tag = bytes.subarray(0, TAG_BYTES);
  if (tag.length === TAG_BYTES && timingSafeEqual(tag, tagOf(keys, scope, body))) {
    const place: unknown = JSON.parse(body.toString());
    if (Array.isArray(place) && place.every((part) => typeof part === "string")) {
      return place;
    }
  }
  throw new Refusal("invalid_input", { fields: [{ path: "cursor", code: "malformed_cursor" }] });
}
