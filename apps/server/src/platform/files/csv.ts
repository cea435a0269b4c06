import { safeText } from "@tessera/contract/safe-text";

const NEEDS_QUOTES = /[",\r\n]/;

/**
 * Text from an outside source, which is escaped, or a value that Tessera generated, such as an
 * amount, which is written unchanged.
 */
export type CsvValue = string | { readonly own: string } | null;

/** Returns one field of a CSV file (RFC 4180), quoted if necessary. */
export function csvField(value: CsvValue): string {
  const text = typeof value === "string" ? safeText(value) : (value?.own ?? "");
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns one line, including its line break. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvField).join(",")}\r\n`;
}
