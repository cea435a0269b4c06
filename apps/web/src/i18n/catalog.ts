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

/** Parts that were come to: from then on they are spoken in every language. */
const visited = new Set<Part>();

/** Loads a locale's messages, if they are not here yet, and speaks that locale. */
export async function activateLocale(locale: Locale): Promise<void> {
  const loading = [LOADERS[locale](), ...[...visited].map((part) => loadPart(part, locale))];
  for (const { messages } of await Promise.all(loading)) {
    i18n.load(locale, messages);
  }
  if (localeStore.get() === locale) {
    i18n.activate(locale);
  }
}

/** Loads the texts of a part, which has to be done before it is shown. */
export async function loadTexts(part: Part): Promise<void> {
  visited.add(part);
  const locale = localeStore.get();
  const { messages } = await loadPart(part, locale);
  i18n.load(locale, messages);
}

/** What every page says in a language, for a part of a page that speaks another than the rest. */
export async function messagesIn(locale: Locale): Promise<Messages> {
  return (await LOADERS[locale]()).messages;
}

/** Keeps what is spoken in step with the locale store. */
export function followLocale(): () => void {
  return localeStore.subscribe(() => {
    void activateLocale(localeStore.get());
  });
}
