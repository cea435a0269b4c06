import { localeStore } from "../lib/locale.ts";
import { THEME_COLOURS, themeStore } from "../lib/theme.ts";

function applyTheme(): void {
  const theme = themeStore.get();
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", THEME_COLOURS[theme]);
}

function applyLocale(): void {
  document.documentElement.lang = localeStore.get();
}

/** Keeps the document's theme, language and the browser's own colour in step with the stores. */
export function followPreferences(): void {
  applyTheme();
  applyLocale();
  themeStore.subscribe(applyTheme);
  localeStore.subscribe(applyLocale);
}
