import { visibleText } from "./visible-text.ts";

/** What makes a spreadsheet take a text for a formula, in both widths and also behind blanks. */
const BEGINS_FORMULA = /^(?:[\t\r\n\0]|\s*[=+\-@＝＋－＠])/;

/**
 * Returns a text that every spreadsheet treats as text, without invisible characters: an apostrophe
 * is put in front of a possible formula.
 */
export function safeText(text: string): string {
  const visible = visibleText(text);
  return BEGINS_FORMULA.test(visible) ? `'${visible}` : visible;
}
