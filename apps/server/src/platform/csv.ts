import { visibleText } from "@tessera/contract/visible-text";

/** What makes a spreadsheet take a text for a formula, in both widths and also behind blanks. */
const BEGINS_FORMULA = /^(?:[\t\r\n\0]|\s*[=+\-@＝＋－＠])/;
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * Returns a text that every spreadsheet treats as text, without invisible characters: an apostrophe
 * is put in front of a possible formula.
 */
export function safeText(text: string): string {
  const visible = visibleText(text);
  return BEGINS_FORMULA.test(visible) ? `'${visible}` : visible;
}

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
