import { safeText } from "@tessera/contract/safe-text";

const NEEDS_QUOTES = /[",\r\n]/;

/** A text of anybody's, or what is our own and stays as it is, such as an amount. */
export type CsvValue = string | { readonly own: string } | null;

/** One field of a CSV file (RFC 4180), quoted where it must be. */
export function csvField(value: CsvValue): string {
  const text = typeof value === "string" ? safeText(value) : (value?.own ?? "");
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line with its end. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvField).join(",")}\r\n`;
}
