import { i18n, type Messages } from "@lingui/core";
import { type Locale, localeStore } from "../lib/locale.ts";
import type { CatalogModule, Loaders } from "./loaders.ts";

const LOADERS: Loaders = {
  en: () => import("./locales/en.po"),
  "zh-CN": () => import("./locales/zh-CN.po"),
  "zh-TW": () => import("./locales/zh-TW.po"),
};

type Part = keyof typeof import("./parts.ts").PARTS;

async function loadPart(part: Part, locale: Locale): Promise<CatalogModule> {
  const { PARTS } = await import("./parts.ts");
  return PARTS[part][locale]();
}

/** Parts loaded so far. Switching to another language loads their texts in that language too. */
const visited = new Set<Part>();

/** Loads a locale's messages if necessary and activates the locale. */
export async function activateLocale(locale: Locale): Promise<void> {
  const loading = [LOADERS[locale](), ...[...visited].map((part) => loadPart(part, locale))];
  for (const { messages } of await Promise.all(loading)) {
    i18n.load(locale, messages);
  }
  if (localeStore.get() === locale) {
    i18n.activate(locale);
  }
}

/** Loads the texts for a part. Must finish before the part is rendered. */
export async function loadTexts(part: Part): Promise<void> {
  visited.add(part);
  const locale = localeStore.get();
  const { messages } = await loadPart(part, locale);
  i18n.load(locale, messages);
}

/**
 * Returns the messages that every page loads, in a language that may differ from the page's
 * language.
 */
export async function messagesIn(locale: Locale): Promise<Messages> {
  return (await LOADERS[locale]()).messages;
}

/** Keeps the active language in sync with the locale store. */
export function followLocale(): () => void {
  return localeStore.subscribe(() => {
    void activateLocale(localeStore.get());
  });
}
