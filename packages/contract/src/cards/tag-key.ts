/**
 * Returns a tag in the form in which tags are compared: lowercase and in Unicode's compatibility
 * form, so that full-width and half-width letters are equal.
 */
export function tagKey(tag: string): string {
  return tag.normalize("NFKC").toLowerCase();
}
