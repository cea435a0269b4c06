/**
 * Returns a tag normalized for comparison: lowercase and in Unicode's compatibility form, so that
 * full-width and half-width letters compare as equal.
 */
export function tagKey(tag: string): string {
  return tag.normalize("NFKC").toLowerCase();
}
