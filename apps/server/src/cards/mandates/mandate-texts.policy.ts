import { visibleText } from "@tessera/contract/visible-text";

/** A text as people see it, and how many characters of it nobody could see. */
interface ShownText {
  readonly text: string;
  readonly hidden: number;
}

function lengthOf(text: string): number {
  return [...text].length;
}

/**
 * Returns a text from software as one line of visible characters, and counts what was removed:
 * invisible characters, those that change the direction of text, and control characters. Markup
 * and instructions stay: they are shown as the characters that they are.
 */
export function shownText(raw: string): ShownText {
  const spaced = raw.replace(/[\t\n\r\p{Zl}\p{Zp}]/gu, " ");
  const visible = visibleText(spaced).replace(/\p{Cc}/gu, "");
  return {
    text: visible.replace(/ {2,}/g, " ").trim(),
    hidden: lengthOf(spaced) - lengthOf(visible),
  };
}
