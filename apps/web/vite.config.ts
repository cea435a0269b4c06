import { fileURLToPath } from "node:url";
import { getConfig } from "@lingui/conf";
import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import tailwindcss from "@tailwindcss/vite";
import react, { reactCompilerPreset } from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { preloadFont } from "./build/preload-font.ts";
import { serviceWorker } from "./build/service-worker.ts";
import { webManifest } from "./build/web-manifest.ts";
import { wireOnly } from "./build/wire-only.ts";

const root = fileURLToPath(new URL(".", import.meta.url));
/** What every page starts with: one chunk compresses better than ten, and outlives our releases. */
const FRAME =
  /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?!react-virtual|virtual-core)[^/]+|@lingui\/[^/]+)\//;
/** What nearly every screen is built from. */
const PARTS = /\/(?:apps\/web\/src\/(?:ui|lib)|packages|lucide-react|@tanstack|@lingui)\//;
const apiOrigin = process.env.API_ORIGIN ?? "http://127.0.0.1:4300";

// Found by name rather than from the working directory: tests run from the repository's root.
const linguiConfig = getConfig({ cwd: root });

export default defineConfig(({ mode }) => ({
  root,
  plugins: [
    wireOnly(),
    // Two passes, in this order: the compiler must see the messages' plain calls, not the macros.
    babel({ presets: [linguiTransformerBabelPreset({ linguiConfig }, { cwd: root })] }),
    react(),
    ...(mode === "test" ? [] : [babel({ presets: [reactCompilerPreset()] })]),
    lingui({ cwd: root, failOnCompileError: true }),
    tailwindcss(),
    preloadFont(),
    webManifest(),
    serviceWorker(),
  ],
  build: {
    outDir: "dist",
    // The content security policy allows neither inline scripts nor data: images and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: "frame",
              test: FRAME,
              tags: ["$initial"],
              includeDependenciesRecursively: false,
            },
            {
              name: "parts",
              test: PARTS,
              minShareCount: 16,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 4310,
    proxy: { "/api": apiOrigin, "/sandbox": apiOrigin },
  },
}));
