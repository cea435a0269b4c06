import { readdirSync, readFileSync } from "node:fs";
import { fromRoot } from "../../scripts/repository.ts";

/** English first: its journey is looked at most closely, so it takes the longest. */
export const LOCALES = ["en", "zh-CN", "zh-TW"] as const;
export type Locale = (typeof LOCALES)[number];

/**
 * The console's text for an English one, with its placeholders filled in and
 * without the tags of what is marked up in it.
 */
export type Say = (text: string, values?: Readonly<Record<string, string>>) => string;

/** What every page starts with, and a folder for each part whose texts come with it. */
const LOCALES_FOLDER = "apps/web/src/i18n/locales";

/** Texts that read the same in English and Chinese. */
const SAME_EVERYWHERE = new Set(["CVV"]);

/**
 * The console's texts in a language, from its catalogue.
 * @throws (the answer does) when a text is not in the catalogue, or not translated.
 */
export function wordsOf(locale: Locale): Say {
  const catalogue = readCatalogue(locale);
  return (text, values = {}) => {
    const found = catalogue.get(text);
    if (found === undefined || found === "") {
      throw new Error(`The ${locale} catalogue has no text for "${text}".`);
    }
    if (locale !== "en" && found === text && !SAME_EVERYWHERE.has(text)) {
      throw new Error(`"${text}" is not translated in ${locale}.`);
    }
    return Object.entries(values).reduce(
      (filled, [name, value]) => filled.replaceAll(`{${name}}`, value),
      found.replace(/<\/?\d+\/?>/g, ""),
    );
  };
}

/** English texts that read differently in a language: none may be seen there. */
export function englishTextsOf(locale: Locale): readonly string[] {
  return locale === "en"
    ? []
    : [...readCatalogue(locale)]
        .filter(([english, text]) => text !== english && /[A-Za-z]{3}/.test(english))
        .map(([english]) => english);
}

/** `msgid` to `msgstr`; a text that stands there twice, told apart by context, keeps the first. */
function readCatalogue(locale: Locale): ReadonlyMap<string, string> {
  const parts = readdirSync(fromRoot(LOCALES_FOLDER), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${name}/`);
  const files = ["", ...parts].map((part) => `${LOCALES_FOLDER}/${part}${locale}.po`);
  const lines = files.flatMap((file) => joinLines(readFileSync(fromRoot(file), "utf8")));
  const texts = new Map<string, string>();
  let id: string | undefined;
  for (const line of lines) {
    const [, keyword, quoted] = /^(msgid|msgstr) (".*")$/.exec(line) ?? [];
    if (quoted === undefined) {
      continue;
    }
    const text = String(JSON.parse(quoted));
    if (keyword === "msgid") {
      id = text;
    } else if (id !== undefined && !texts.has(id)) {
      texts.set(id, text);
    }
  }
  return texts;
}

/** A long text stands on several lines, each quoted. */
function joinLines(catalogue: string): readonly string[] {
  return catalogue.replaceAll('"\n"', "").split("\n");
}
