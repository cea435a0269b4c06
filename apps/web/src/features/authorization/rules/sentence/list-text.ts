import type { Locale } from "../../../../lib/locale.ts";

/** Maximum number of names shown; a longer list ends with the number of remaining names. */
const MOST_NAMED = 4;

/** Uses British English, which omits the serial comma, as our texts do. */
const LANGUAGES: Readonly<Record<Locale, string>> = {
  en: "en-GB",
  "zh-CN": "zh-CN",
  "zh-TW": "zh-TW",
};

/**
 * Joins names for use in a sentence: `A, B or C`.
 *
 * @param more text for the rest of a long list (`6 more`)
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
 * Adds spaces between Chinese and Latin characters, but not next to Chinese punctuation. Assumes
 * that the list is embedded in Chinese text.
 */
function spaced({ type, value }: ListPart, before?: ListPart, after?: ListPart): string {
  if (type === "literal") {
    return value;
  }
  const start = /^[\p{Script=Latin}\p{N}]/u.test(value) && isHan(before) ? " " : "";
  const end = /[\p{Script=Latin}\p{N}]$/u.test(value) && isHan(after) ? " " : "";
  return `${start}${value}${end}`;
}

function isHan(neighbor: ListPart | undefined): boolean {
  return neighbor === undefined || /\p{Script=Han}/u.test(neighbor.value);
}

/**
 * Returns a country's short name in the reader's language, or the country code if there is no name.
 */
export function countryName(code: string, locale: Locale): string {
  const names = new Intl.DisplayNames([LANGUAGES[locale]], { type: "region", style: "short" });
  return names.of(code) ?? code;
}
