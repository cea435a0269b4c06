import { readdirSync, readFileSync } from "node:fs";
import { fromRoot } from "../../scripts/repository.ts";

/**
 * Languages to test. English is first because its journey is checked most thoroughly and takes the
 * longest.
 */
export const LOCALES = ["en", "zh-CN", "zh-TW"] as const;
export type Locale = (typeof LOCALES)[number];

/**
 * Returns the console's translation of an English text, with placeholders filled in and without
 * markup.
 */
export type Say = (text: string, values?: Readonly<Record<string, string>>) => string;

/**
 * Folder that holds the texts of every page, with a subfolder for each part that loads its texts
 * separately.
 */
const LOCALES_FOLDER = "apps/web/src/i18n/locales";

/** Texts that are the same in English and in Chinese. */
const SAME_EVERYWHERE = new Set(["CVV"]);

/**
 * Reads the console's messages in a language from its catalogs.
 *
 * @throws Error, from the returned function, for a message that is missing from the catalogs or not
 * translated
 */
export function wordsOf(locale: Locale): Say {
  const catalog = readCatalog(locale);
  return (text, values = {}) => {
    const found = catalog.get(text);
    if (found === undefined || found === "") {
      throw new Error(`The ${locale} catalog has no text for "${text}".`);
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

/**
 * Returns the English texts that are translated differently in a language, and so must not be
 * visible in it.
 */
export function englishTextsOf(locale: Locale): readonly string[] {
  return locale === "en"
    ? []
    : [...readCatalog(locale)]
        .filter(([english, text]) => text !== english && /[A-Za-z]{3}/.test(english))
        .map(([english]) => english);
}

/** Maps `msgid` to `msgstr`. If a message has several contexts, the first translation is kept. */
function readCatalog(locale: Locale): ReadonlyMap<string, string> {
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

/** Joins texts that span several quoted lines. */
function joinLines(catalog: string): readonly string[] {
  return catalog.replaceAll('"\n"', "").split("\n");
}
