/**
 * Parses search parameters as plain text: `?token=0123` yields the text `0123`, not the number 123.
 */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  const text = new URLSearchParams(
    entries.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return text === "" ? "" : `?${text}`;
}
