import { fileURLToPath } from "node:url";
import { getConfig } from "@lingui/conf";
import { lingui } from "@lingui/vite-plugin";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { FIRST_CHUNKS, firstChunks } from "./build/first-chunks.ts";
import { iconImports } from "./build/icon-imports.ts";
import { linguiMacros } from "./build/lingui-macros.ts";
import { precompress } from "./build/precompress.ts";
import { preloadFirstScreen } from "./build/preload-first-screen.ts";
import { serviceWorker } from "./build/service-worker.ts";
import { webManifest } from "./build/web-manifest.ts";
import { wireOnly } from "./build/wire-only.ts";

const root = fileURLToPath(new URL(".", import.meta.url));
/**
 * Modules that every page loads. One chunk compresses better than ten and stays cached across
 * releases.
 */
const FRAME =
  /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?!react-virtual|virtual-core)[^/]+|@lingui\/[^/]+)\//;
/**
 * Icons that the profile's menu shares with the pages that it opens. One chunk needs one name in
 * the first file instead of four.
 */
const MENU_ICONS = /\/icons\/(?:file-down|folder-down|graduation-cap|scroll-text)\.mjs/;
/** Pages that are opened rarely or only by operators, and the parts that these pages load. */
const RARE_PAGES =
  /\/(?:(?:agreement|announcements|api-keys|asset-detail|audit|bank|board|card-(?:application|create)|close-account|customer-service|customers|deposit|exchange|invitation|legal|logs|my-data|network|not-me|operator-reviews|operators|pending-reviews|practice|privacy|program|receipts|reconciliation|register|reset-password|risk-(?:monitoring|strategies)|security|support-desk|terms|verify-email|withdraw)-screen|[a-z]+-tab(?:le)?|operator-(?:nav|rail)|home-notices|(?:[a-z]+-)?mandate(?:-[a-z]+)*)-/;
/** Chunks that every page has loaded before it requests a part. */
const STARTED = /\/(?:frame|index|parts|rolldown-runtime)-/;
const apiOrigin = process.env.API_ORIGIN ?? "http://127.0.0.1:4300";

// Resolved from this file rather than from the working directory, because tests run from the
// repository root.
const linguiConfig = getConfig({ cwd: root });

const first = firstChunks();

export default defineConfig(({ mode }) => ({
  root,
  plugins: [
    wireOnly(),
    iconImports(),
    // The order matters: the compiler must see plain calls in place of the macros.
    linguiMacros(linguiConfig),
    react({ compiler: mode !== "test" }),
    lingui({ cwd: root, failOnCompileError: true }),
    tailwindcss(),
    first.plugin,
    preloadFirstScreen(),
    webManifest(),
    serviceWorker(),
    precompress(process.env.CONSOLE_PACKING === "quick" ? "quick" : "best"),
  ],
  build: {
    outDir: "dist",
    // The content security policy does not allow inline scripts, or images and fonts from data:
    // URLs.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The per-page file lists are part of the first file, which every user has to wait for.
      resolveDependencies: (file, needed) =>
        needed.filter((one) =>
          RARE_PAGES.test(file) ? one.endsWith(".css") : !STARTED.test(`/${one}`),
        ),
    },
    manifest: true,
    rolldownOptions: {
      output: {
        // The first file names all others, so each character costs every visitor. Seven of 64 kinds
        // are the fewest that the bundler accepts for so many files.
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
        codeSplitting: {
          groups: [
            {
              name: "frame",
              test: FRAME,
              tags: ["$initial"],
              includeDependenciesRecursively: false,
            },
            ...FIRST_CHUNKS.map((name) => ({
              name,
              test: first.inChunk(name),
              includeDependenciesRecursively: false,
            })),
            { name: "icons", test: MENU_ICONS, includeDependenciesRecursively: false },
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
