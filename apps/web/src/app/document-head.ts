import { localeStore } from "../lib/locale.ts";
import { THEME_COLORS, themeStore } from "../lib/theme.ts";

const manifest = document.createElement("link");
manifest.rel = "manifest";

function applyManifest(): void {
  manifest.href = `/manifest.${localeStore.get()}.${themeStore.get()}.webmanifest`;
}

function applyTheme(): void {
  const theme = themeStore.get();
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", THEME_COLORS[theme]);
  applyManifest();
}

function applyLocale(): void {
  document.documentElement.lang = localeStore.get();
  applyManifest();
}

/** Switches the theme without transitions, which would fade nested colors one after another. */
function turnTheme(): void {
  const root = document.documentElement;
  root.classList.add("turning");
  applyTheme();
  // Forces a style recalculation while transitions are off; the value itself is not needed.
  void root.offsetWidth;
  root.classList.remove("turning");
}

/**
 * Keeps the document's theme and language, and the browser's theme color, in sync with the stores.
 */
export function followPreferences(): void {
  applyTheme();
  applyLocale();
  themeStore.subscribe(turnTheme);
  localeStore.subscribe(applyLocale);
}

/**
 * Adds the web manifest for the current language and theme. The browser fetches it as soon as it is
 * linked, so call this after the first page has loaded.
 */
export function offerInstallation(): void {
  applyManifest();
  document.head.append(manifest);
}
