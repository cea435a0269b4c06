import { LEGAL_TEXTS, type LegalTextName } from "@tessera/contract/identity/legal-versions";
import type { Locale } from "../../../lib/locale.ts";
import { fillIn } from "./legal-figures.ts";
import type { LegalText } from "./legal-text.ts";

const TEMPLATES = import.meta.glob<{ readonly default: LegalText }>("./texts/*.json", {
  eager: true,
});

/**
 * Returns the source text of the newest version, with placeholders such as `{name}` for figures.
 */
export function legalTemplate(name: LegalTextName, locale: Locale): LegalText {
  const found = TEMPLATES[`./texts/${name}.${locale.toLowerCase()}.json`];
  if (found === undefined) {
    throw new Error(`There is no template of ${name} in ${locale}`);
  }
  return found.default;
}

/** Replaces the placeholders of a template with the published figures. */
export function fillInTemplate({ title, intro, sections }: LegalText): LegalText {
  return {
    title,
    intro: fillIn(intro),
    sections: sections.map((section) => ({
      ...section,
      paragraphs: section.paragraphs.map(fillIn),
    })),
  };
}

/**
 * Returns the SHA-256 of a legal text in hexadecimal. The digest does not depend on how the text's
 * file is formatted.
 */
export async function digestOf(text: LegalText): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(text));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Every text in every language. */
export const EVERY_TEXT = LEGAL_TEXTS.flatMap((name) =>
  (["en", "zh-CN", "zh-TW"] as const).map((locale) => ({ name, locale })),
);
