import { localeStore } from "../lib/locale.ts";
import { THEME_COLOURS, themeStore } from "../lib/theme.ts";

const manifest = document.createElement("link");
manifest.rel = "manifest";

function applyManifest(): void {
  manifest.href = `/manifest.${localeStore.get()}.${themeStore.get()}.webmanifest`;
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

/** Every colour changes at once; left alone, each fades after what it inherits from, in waves. */
function turnTheme(): void {
  const root = document.documentElement;
  root.classList.add("turning");
  applyTheme();
  // Computed while nothing fades: what is read of it is of no matter.
  void root.offsetWidth;
  root.classList.remove("turning");
}

/** Keeps the document's theme, language and the browser's own colour in step with the stores. */
export function followPreferences(): void {
  applyTheme();
  applyLocale();
  themeStore.subscribe(turnTheme);
  localeStore.subscribe(applyLocale);
}

/**
 * Says what the browser would install: there is one for each language and theme. The browser asks
 * for it as soon as it is named, so this is for when the first page is there.
 */
export function offerInstallation(): void {
  applyManifest();
  document.head.append(manifest);
}
