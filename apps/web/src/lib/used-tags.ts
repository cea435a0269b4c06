import { tagKey } from "@tessera/contract/cards/tag-key";

interface Tagged {
  readonly tags: readonly string[];
}

/**
 * Returns the tags used on cards, most used first, each spelled as on the first card that has it.
 */
export function usedTags(cards: readonly Tagged[]): string[] {
  const used = new Map<string, { readonly tag: string; count: number }>();
  for (const tag of cards.flatMap(({ tags }) => tags)) {
    const key = tagKey(tag);
    const known = used.get(key) ?? { tag, count: 0 };
    known.count += 1;
    used.set(key, known);
  }
  return [...used.values()].toSorted((a, b) => b.count - a.count).map(({ tag }) => tag);
}

/** Returns whether a card has a tag, regardless of case. */
export function hasTag({ tags }: Tagged, tag: string): boolean {
  return tags.some((one) => tagKey(one) === tagKey(tag));
}
