import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { Plugin } from "vite";

const PACKAGE = "lucide-react";
const IMPORT = /import\s*\{([^}]+)\}\s*from\s*"lucide-react";/g;
const EXPORT = /export\s*\{([^}]+)\}\s*from\s*'(\.\/icons\/[^']+)';/g;

/**
 * Rewrites icon imports so that each icon comes from its own file. If icons were imported through
 * the package's index, every screen would appear to use every icon, and `first-chunks.ts` could not
 * tell which icons a first screen needs.
 */
export function iconImports(): Plugin {
  let files: ReadonlyMap<string, string> = new Map();
  return {
    name: "tessera:icon-imports",
    apply: "build",
    enforce: "pre",
    buildStart() {
      files = iconFiles();
    },
    transform: {
      filter: { id: /\/apps\/web\/src\/.*\.tsx?$/, code: PACKAGE },
      handler: (code) => ({ code: importEach(code, files), map: null }),
    },
  };
}

/** Maps every icon name to its file. */
function iconFiles(): ReadonlyMap<string, string> {
  const manifest = createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`);
  const index = path.join(path.dirname(manifest), "dist/esm/lucide-react.mjs");
  const found = [...readFileSync(index, "utf8").matchAll(EXPORT)].flatMap(
    ([, names = "", file = ""]) =>
      [...names.matchAll(/default as (\w+)/g)].map(
        ([, name = ""]) => [name, path.join(path.dirname(index), file)] as const,
      ),
  );
  return new Map(found);
}

/**
 * Replaces the package import with one import per icon.
 * @throws for an icon that the package lacks
 */
export function importEach(code: string, files: ReadonlyMap<string, string>): string {
  return code.replace(IMPORT, (_, names: string) =>
    names
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "" && !name.startsWith("type "))
      .map((name) => {
        const file = files.get(name);
        if (file === undefined) {
          throw new Error(`${PACKAGE} has no icon called ${name}`);
        }
        return `import ${name} from ${JSON.stringify(file)};`;
      })
      // Joined into one line to keep the line numbers of the code below.
      .join(" "),
  );
}
