import { localeStore } from "../lib/locale.ts";
import { THEME_COLOURS, themeStore } from "../lib/theme.ts";

/** What the browser would install: there is one for each language and theme. */
function applyManifest(): void {
  const href = `/manifest.${localeStore.get()}.${themeStore.get()}.webmanifest`;
  document.querySelector('link[rel="manifest"]')?.setAttribute("href", href);
}

function applyTheme(): void {
  const theme = themeStore.get();
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", THEME_COLOURS[theme]);
  applyManifest();
}

function applyLocale(): void {
  document.documentElement.lang = localeStore.get();
  applyManifest();
}

/** Keeps the document's theme, language and the browser's own colour in step with the stores. */
export function followPreferences(): void {
  applyTheme();
  applyLocale();
  themeStore.subscribe(applyTheme);
  localeStore.subscribe(applyLocale);
}
