import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { type Plugin, type Rolldown, transformWithOxc } from "vite";

const SOURCE = new URL("../src/worker/service-worker.ts", import.meta.url);
/** Files of `public/` that the page itself requests. */
const PUBLIC_FILES = ["favicon.svg"];
/** Shell modules beyond those that every page loads: landing screens and the offline notice. */
const SHELL_MODULES =
  /\/src\/(?:screens\/[a-z-]+\/(?:home|wallet|profile|login)\/[a-z]+-screen|screens\/console\/home\/(?:wide-home|below-cards)|app\/(?:background|side-rail)|i18n\/locales\/[^/]+)\.(?:tsx|po)$/;

/**
 * Writes `service-worker.js`: a list of the shell's files, a version that changes when any of these
 * files changes, and then the source without types.
 */
export function serviceWorker(): Plugin {
  let publicDir = "";
  return {
    name: "tessera:service-worker",
    apply: "build",
    enforce: "post",
    configResolved(config) {
      publicDir = config.publicDir;
    },
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const hash = createHash("sha256");
        const page = bundle["index.html"];
        if (page?.type !== "asset") {
          this.error("the console's page is not in the bundle");
        }
        hash.update(page.source);
        for (const name of PUBLIC_FILES) {
          hash.update(readFileSync(path.join(publicDir, name)));
        }
        const shell = ["", ...PUBLIC_FILES, ...shellFiles(bundle)].map((file) => `/${file}`);
        const source = readFileSync(SOURCE, "utf8");
        hash.update(shell.join("\n")).update(source);
        const { code } = await transformWithOxc(source, SOURCE.pathname, { lang: "ts" });
        const constants = `const VERSION = ${JSON.stringify(hash.digest("hex").slice(0, 16))};
const SHELL = ${JSON.stringify(shell)};
`;
        this.emitFile({
          type: "asset",
          fileName: "service-worker.js",
          source: `(() => {\n${constants}${code.replace(/^export \{\};?$/m, "")}})();\n`,
        });
      },
    },
  };
}

/** Returns the shell's chunks with their static dependencies, styles and the font. */
function shellFiles(bundle: Rolldown.OutputBundle): readonly string[] {
  const found = new Set<string>();
  const take = (name: string) => {
    const chunk = bundle[name];
    if (chunk?.type === "chunk" && !found.has(name)) {
      found.add(name);
      chunk.imports.forEach(take);
    }
  };
  for (const [name, file] of Object.entries(bundle)) {
    if (file.type === "asset") {
      if (/\.(?:css|woff2)$/.test(name)) {
        found.add(name);
      }
    } else if (file.isEntry || SHELL_MODULES.test(file.facadeModuleId ?? "")) {
      take(name);
    }
  }
  return [...found].sort();
}
