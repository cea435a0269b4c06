import { visibleText } from "./visible-text.ts";

/** What makes a spreadsheet treat a text as a formula, in both widths and also after blanks. */
const BEGINS_FORMULA = /^(?:[\t\r\n\0]|\s*[=+\-@＝＋－＠])/;

/**
 * Returns a text that every spreadsheet treats as text, without invisible characters: a possible
 * formula gets an apostrophe in front.
 */
export function safeText(text: string): string {
  const visible = visibleText(text);
  return BEGINS_FORMULA.test(visible) ? `'${visible}` : visible;
}
