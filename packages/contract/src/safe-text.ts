import { visibleText } from "./visible-text.ts";

/**
 * Matches text that a spreadsheet treats as a formula, in half-width or full-width characters, even
 * after whitespace.
 */
const BEGINS_FORMULA = /^(?:[\t\r\n\0]|\s*[=+\-@＝＋－＠])/;

/**
 * Returns text that every spreadsheet treats as text, without invisible characters. A possible
 * formula gets a leading apostrophe.
 */
export function safeText(text: string): string {
  const visible = visibleText(text);
  return BEGINS_FORMULA.test(visible) ? `'${visible}` : visible;
}
