/** The supported languages. */
export const LOCALES = ["zh-CN", "zh-TW", "en"] as const;
export type Locale = (typeof LOCALES)[number];

/** One sentence in each language. */
export type LocalizedText = Readonly<Record<Locale, string>>;
