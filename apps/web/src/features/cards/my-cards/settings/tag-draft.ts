import { MAX_TAGS } from "@tessera/contract/cards/cards.schemas";
import { tagKey } from "@tessera/contract/cards/tag-key";

/** Adds a typed tag unless it is empty, a duplicate (ignoring case), or over the tag limit. */
export function addTag(tags: readonly string[], typed: string): readonly string[] {
  const tag = typed.trim().replace(/\s+/gu, " ");
  const isKnown = tags.some((one) => tagKey(one) === tagKey(tag));
  return tag === "" || isKnown || tags.length >= MAX_TAGS ? tags : [...tags, tag];
}

const MAX_SUGGESTED = 8;

/** Returns tags from other cards that contain the typed text and are not in `tags`. */
export function suggestedTags(
  known: readonly string[],
  tags: readonly string[],
  typed: string,
): string[] {
  const keys = new Set(tags.map(tagKey));
  const part = tagKey(typed.trim());
  return known
    .filter((tag) => !keys.has(tagKey(tag)) && tagKey(tag).includes(part))
    .slice(0, MAX_SUGGESTED);
}
