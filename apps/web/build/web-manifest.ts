import type { Plugin } from "vite";

/** Manifest texts in each language of the console. */
const TEXTS = {
  en: {
    description: "Virtual cards you can tell apart",
    shortcuts: ["Wallet", "Transactions"],
  },
  "zh-CN": {
    description: "一眼就能认出的虚拟卡",
    shortcuts: ["钱包", "交易明细"],
  },
  "zh-TW": {
    description: "一眼就能認出的虛擬卡",
    shortcuts: ["錢包", "交易明細"],
  },
} as const;

/** Page color of each theme, used as the splash color while the app starts. */
const COLORS = { light: "#F5F3F0", dark: "#0E1217" } as const;

const SHORTCUT_PATHS = ["/wallet", "/transactions"];
const ICONS = [
  { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" },
  { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png" },
  { src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
];

/**
 * Emits the manifests needed to install the console, one file per language and theme because a
 * manifest holds only one of each. All files share an `id`, so browsers treat them as the same app.
 */
export function webManifest(): Plugin {
  return {
    name: "tessera:web-manifest",
    apply: "build",
    generateBundle() {
      for (const lang of Object.keys(TEXTS) as (keyof typeof TEXTS)[]) {
        for (const theme of Object.keys(COLORS) as (keyof typeof COLORS)[]) {
          this.emitFile({
            type: "asset",
            fileName: `manifest.${lang}.${theme}.webmanifest`,
            source: JSON.stringify(manifestOf(lang, theme)),
          });
        }
      }
    },
  };
}

function manifestOf(lang: keyof typeof TEXTS, theme: keyof typeof COLORS): object {
  const { description, shortcuts } = TEXTS[lang];
  return {
    id: "/",
    name: "Tessera",
    short_name: "Tessera",
    description,
    lang,
    dir: "ltr",
    start_url: "/",
    scope: "/",
    display: "standalone",
    theme_color: COLORS[theme],
    background_color: COLORS[theme],
    categories: ["finance"],
    icons: ICONS,
    shortcuts: shortcuts.map((name, index) => ({ name, url: SHORTCUT_PATHS[index] })),
  };
}
