/** `RET` and twelve digits. Operators write it in the transfer that returns money. */
const FORM = /RET\d{12}/g;

/** Returns the reference of a return for twelve random digits. */
export function returnReferenceOf(drawn: string): string {
  return `RET${drawn}`;
}

/** The number of digits that are drawn for the reference of a return. */
export const RETURN_DIGITS = 12;

/** Returns the references of returns in texts, ignoring case, spaces and punctuation. */
export function returnReferencesIn(texts: readonly string[]): string[] {
  return texts.flatMap(
    (text) =>
      text
        .toUpperCase()
        .replace(/[^A-Z0-9]/g, "")
        .match(FORM) ?? [],
  );
}
