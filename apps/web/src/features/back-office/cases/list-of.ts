/** Joins items into a list in the reader's language. */
export function listOf(things: readonly string[], locale: string): string {
  return new Intl.ListFormat(locale, { type: "unit", style: "short" }).format(things);
}
