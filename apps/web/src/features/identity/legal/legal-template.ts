import { LEGAL_TEXTS, type LegalTextName } from "@tessera/contract/identity/legal-versions";
import type { Locale } from "../../../lib/locale.ts";
import { fillIn } from "./legal-figures.ts";
import type { LegalText } from "./legal-text.ts";

const TEMPLATES = import.meta.glob<{ readonly default: LegalText }>("./texts/*.json", {
  eager: true,
});

/** Returns the text that the newest version is made from, its figures as `{name}`. */
export function legalTemplate(name: LegalTextName, locale: Locale): LegalText {
  const found = TEMPLATES[`./texts/${name}.${locale.toLowerCase()}.json`];
  if (found === undefined) {
    throw new Error(`There is no template of ${name} in ${locale}`);
  }
  return found.default;
}

/** Puts the published figures into a template. */
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

/** Returns the SHA-256 of a text, in hexadecimal, whatever the layout of its file. */
export async function digestOf(text: LegalText): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(text));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Every text in every language. */
export const EVERY_TEXT = LEGAL_TEXTS.flatMap((name) =>
  (["en", "zh-CN", "zh-TW"] as const).map((locale) => ({ name, locale })),
);
