import type { Locale } from "../../../../lib/locale.ts";

/** Longer lists end with how many more there are. */
const MOST_NAMED = 4;

/** British English joins the last of a list without a comma before it, as our texts do. */
const LANGUAGES: Readonly<Record<Locale, string>> = {
  en: "en-GB",
  "zh-CN": "zh-CN",
  "zh-TW": "zh-TW",
};

/**
 * Names as they stand in a sentence: `A, B or C`.
 *
 * @param more how the rest of a long list is called (`6 more`)
 */
export function listText(
  names: readonly string[],
  type: "conjunction" | "disjunction",
  locale: Locale,
  more: (count: number) => string,
): string {
  const named =
    names.length > MOST_NAMED + 1
      ? [...names.slice(0, MOST_NAMED), more(names.length - MOST_NAMED)]
      : names;
  const parts = new Intl.ListFormat(LANGUAGES[locale], { type }).formatToParts(named);
  return locale === "en"
    ? parts.map(({ value }) => value).join("")
    : parts.map((part, place) => spaced(part, parts[place - 1], parts[place + 1])).join("");
}

interface ListPart {
  readonly type: "element" | "literal";
  readonly value: string;
}

/**
 * Chinese leaves a space between its own characters and Latin ones, but none beside its
 * punctuation. What comes before and after a list is taken to be Chinese.
 */
function spaced({ type, value }: ListPart, before?: ListPart, after?: ListPart): string {
  if (type === "literal") {
    return value;
  }
  const start = /^[\p{Script=Latin}\p{N}]/u.test(value) && isHan(before) ? " " : "";
  const end = /[\p{Script=Latin}\p{N}]$/u.test(value) && isHan(after) ? " " : "";
  return `${start}${value}${end}`;
}

function isHan(neighbour: ListPart | undefined): boolean {
  return neighbour === undefined || /\p{Script=Han}/u.test(neighbour.value);
}

/** A country's short name in the reader's language; its code where it has none. */
export function countryName(code: string, locale: Locale): string {
  const names = new Intl.DisplayNames([LANGUAGES[locale]], { type: "region", style: "short" });
  return names.of(code) ?? code;
}
