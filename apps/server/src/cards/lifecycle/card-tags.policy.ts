import { tagKey } from "@tessera/contract/cards/tag-key";

/**
 * Returns each tag once, with inner whitespace collapsed. If several tags have the same key, keeps
 * the first one.
 */
export function distinctTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags) {
    const text = tag.replace(/\s+/gu, " ");
    const key = tagKey(text);
    if (!byKey.has(key)) {
      byKey.set(key, text);
    }
  }
  return [...byKey.values()];
}

/** Returns the comparison keys of tags, in the same order. */
export function tagKeys(tags: readonly string[]): string[] {
  return tags.map(tagKey);
}
