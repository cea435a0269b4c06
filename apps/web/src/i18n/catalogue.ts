import { i18n, type Messages } from "@lingui/core";
import { type Locale, localeStore } from "../lib/locale.ts";

type CatalogueModule = { readonly messages: Messages };

const LOADERS: Readonly<Record<Locale, () => Promise<CatalogueModule>>> = {
  en: () => import("./locales/en.po"),
  "zh-CN": () => import("./locales/zh-CN.po"),
  "zh-TW": () => import("./locales/zh-TW.po"),
};

/** Loads a locale's messages, if they are not here yet, and speaks that locale. */
export async function activateLocale(locale: Locale): Promise<void> {
  const { messages } = await LOADERS[locale]();
  if (localeStore.get() === locale) {
    i18n.loadAndActivate({ locale, messages });
  }
}

/** Keeps what is spoken in step with the locale store. */
export function followLocale(): () => void {
  return localeStore.subscribe(() => {
    void activateLocale(localeStore.get());
  });
}
