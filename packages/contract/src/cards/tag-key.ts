/**
 * Returns a tag as it is compared: without case and in Unicode's compatibility form, so that
 * full-width and half-width letters are the same.
 */
export function tagKey(tag: string): string {
  return tag.normalize("NFKC").toLowerCase();
}
