import { MAX_TAGS } from "@tessera/contract/cards/cards.schemas";
import { tagKey } from "@tessera/contract/cards/tag-key";

/** Adds a tag as typed, unless it is empty, already there in another case, or one too many. */
export function addTag(tags: readonly string[], typed: string): readonly string[] {
  const tag = typed.trim().replace(/\s+/gu, " ");
  const isKnown = tags.some((one) => tagKey(one) === tagKey(tag));
  return tag === "" || isKnown || tags.length >= MAX_TAGS ? tags : [...tags, tag];
}

const MAX_SUGGESTED = 8;

/** Tags of other cards that are not among `tags` and contain what is typed. */
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
