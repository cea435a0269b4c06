import { LOCALES, type Locale } from "@tessera/contract/errors/locales";

function localeOf(tag: string): Locale | undefined {
  const lower = tag.toLowerCase();
  const exact = LOCALES.find((locale) => locale.toLowerCase() === lower);
  if (exact !== undefined) {
    return exact;
  }
  if (/^zh-(hant|hk|mo)(-|$)/.test(lower)) {
    return "zh-TW";
  }
  if (/^zh(-|$)/.test(lower)) {
    return "zh-CN";
  }
  return /^en(-|$)/.test(lower) ? "en" : undefined;
}

/**
 * Returns the reader's language based on `Accept-Language`. Returns English if the header lists
 * none of our languages.
 */
export function pickLocale(acceptLanguage: string | undefined): Locale {
  const wanted = (acceptLanguage ?? "")
    .slice(0, 500)
    .split(",")
    .map((part, order) => {
      const [tag = "", ...parameters] = part.trim().split(";");
      const quality = parameters.map((one) => /^\s*q=([01](?:\.\d{1,3})?)\s*$/.exec(one)?.[1]);
      const weight = Number(quality.find((value) => value !== undefined) ?? "1");
      return { locale: localeOf(tag.trim()), weight, order };
    })
    .filter(({ locale, weight }) => locale !== undefined && weight > 0)
    .sort((a, b) => b.weight - a.weight || a.order - b.order);
  return wanted[0]?.locale ?? "en";
}
