import { LOCALES, type Locale } from "@tessera/contract/errors/locales";
import { readStored, STORAGE_KEYS, writeStored } from "./session/storage.ts";
import { createStore, useStore } from "./session/store.ts";

export type { Locale };

function asLocale(value: string | null): Locale | undefined {
  return LOCALES.find((locale) => locale === value);
}

/** Returns the locale for a browser language tag; `undefined` for an unsupported language. */
export function localeOfLanguage(tag: string): Locale | undefined {
  const language = tag.toLowerCase();
  if (/^zh-(tw|hk)\b/.test(language) || /^zh-hant\b/.test(language)) {
    return "zh-TW";
  }
  if (/^zh\b/.test(language)) {
    return "zh-CN";
  }
  return /^en\b/.test(language) ? "en" : undefined;
}

/** Returns the saved locale if valid, else the browser's, else Simplified Chinese. */
export function initialLocale(): Locale {
  return (
    asLocale(readStored(STORAGE_KEYS.locale)) ?? localeOfLanguage(navigator.language) ?? "zh-CN"
  );
}

export const localeStore = createStore<Locale>(initialLocale());

/** Sets the locale and stores it. The catalog follows (`src/i18n/catalog.ts`). */
export function setLocale(locale: Locale): void {
  writeStored(STORAGE_KEYS.locale, locale);
  localeStore.set(locale);
}

/** Returns the next locale in the cycle Simplified Chinese, Traditional Chinese, English. */
export function nextLocale(locale: Locale): Locale {
  return LOCALES[(LOCALES.indexOf(locale) + 1) % LOCALES.length] ?? "zh-CN";
}

/** Adopts a locale chosen in another tab. */
export function adoptStoredLocale(value: string | null): void {
  const locale = asLocale(value);
  if (locale !== undefined) {
    localeStore.set(locale);
  }
}

export function useLocale(): Locale {
  return useStore(localeStore);
}
