import { i18n, type Messages } from "@lingui/core";
import { type Locale, localeStore } from "../lib/locale.ts";
import type { CatalogueModule, Loaders } from "./loaders.ts";

const LOADERS: Loaders = {
  en: () => import("./locales/en.po"),
  "zh-CN": () => import("./locales/zh-CN.po"),
  "zh-TW": () => import("./locales/zh-TW.po"),
};

type Part = keyof typeof import("./parts.ts").PARTS;

async function loadPart(part: Part, locale: Locale): Promise<CatalogueModule> {
  const { PARTS } = await import("./parts.ts");
  return PARTS[part][locale]();
}

/** Parts that were loaded; their texts are loaded for every later language too. */
const visited = new Set<Part>();

/** Loads a locale's messages, unless they are loaded already, and activates the locale. */
export async function activateLocale(locale: Locale): Promise<void> {
  const loading = [LOADERS[locale](), ...[...visited].map((part) => loadPart(part, locale))];
  for (const { messages } of await Promise.all(loading)) {
    i18n.load(locale, messages);
  }
  if (localeStore.get() === locale) {
    i18n.activate(locale);
  }
}

/** Loads the texts of a part. Must finish before the part is rendered. */
export async function loadTexts(part: Part): Promise<void> {
  visited.add(part);
  const locale = localeStore.get();
  const { messages } = await loadPart(part, locale);
  i18n.load(locale, messages);
}

/** Returns the messages of every page in a language, for a part of a page in another language. */
export async function messagesIn(locale: Locale): Promise<Messages> {
  return (await LOADERS[locale]()).messages;
}

/** Keeps the active language in step with the locale store. */
export function followLocale(): () => void {
  return localeStore.subscribe(() => {
    void activateLocale(localeStore.get());
  });
}
