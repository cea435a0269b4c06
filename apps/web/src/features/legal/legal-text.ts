import type { Locale } from "../../lib/locale.ts";
import { fillIn } from "./legal-figures.ts";

interface LegalSection {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** The published fees follow this section's text. */
  readonly showsFees?: boolean;
  /** The published limits of cards follow this section's text. */
  readonly showsLimits?: boolean;
}

/** One legal document in one language. */
export interface LegalText {
  readonly title: string;
  readonly intro: string;
  readonly sections: readonly LegalSection[];
}

export type LegalName = "terms" | "privacy" | "security" | "agreement";

type Loader = () => Promise<{ readonly default: LegalText }>;

/** Each document in each language is a chunk of its own: they are long and rarely read. */
const LOADERS: Readonly<Record<LegalName, Readonly<Record<Locale, Loader>>>> = {
  terms: {
    en: () => import("./texts/terms.en.json"),
    "zh-CN": () => import("./texts/terms.zh-cn.json"),
    "zh-TW": () => import("./texts/terms.zh-tw.json"),
  },
  privacy: {
    en: () => import("./texts/privacy.en.json"),
    "zh-CN": () => import("./texts/privacy.zh-cn.json"),
    "zh-TW": () => import("./texts/privacy.zh-tw.json"),
  },
  security: {
    en: () => import("./texts/security.en.json"),
    "zh-CN": () => import("./texts/security.zh-cn.json"),
    "zh-TW": () => import("./texts/security.zh-tw.json"),
  },
  agreement: {
    en: () => import("./texts/agreement.en.json"),
    "zh-CN": () => import("./texts/agreement.zh-cn.json"),
    "zh-TW": () => import("./texts/agreement.zh-tw.json"),
  },
};

/** Loads a document in one language, its figures as `{name}` where the constants belong. */
export async function loadLegalTemplate(name: LegalName, locale: Locale): Promise<LegalText> {
  return (await LOADERS[name][locale]()).default;
}

/** Loads a document in one language, with the figures that are published. */
export async function loadLegalText(name: LegalName, locale: Locale): Promise<LegalText> {
  const { title, intro, sections } = await loadLegalTemplate(name, locale);
  return {
    title,
    intro: fillIn(intro),
    sections: sections.map((section) => ({
      ...section,
      paragraphs: section.paragraphs.map(fillIn),
    })),
  };
}
