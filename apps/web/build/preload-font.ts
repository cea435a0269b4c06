import type { Plugin } from "vite";

/**
 * Preloads the one web font. Its file name carries a hash, so only the bundle knows it; without a
 * preload the browser finds the font after the stylesheet and the text moves once more.
 */
export function preloadFont(): Plugin {
  return {
    name: "tessera:preload-font",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const fonts = Object.keys(bundle ?? {}).filter((name) => name.endsWith(".woff2"));
        return fonts.map((name) => ({
          tag: "link",
          attrs: {
            rel: "preload",
            as: "font",
            type: "font/woff2",
            href: `/${name}`,
            crossorigin: "",
          },
          injectTo: "head-prepend" as const,
        }));
      },
    },
  };
}
