import { readFile } from "node:fs/promises";
import { minify, type Plugin } from "vite";

/** Files of the first screens, keyed by page name, and of the texts, keyed by language. */
export type FirstFiles = Readonly<Record<string, readonly string[]>>;

/** The fields of a bundle file that this plugin reads. */
export interface BuiltFile {
  readonly type: "asset" | "chunk";
  readonly fileName: string;
  readonly isEntry?: boolean;
  readonly facadeModuleId?: string | null;
  readonly imports?: readonly string[];
}
type Bundle = Readonly<Record<string, BuiltFile>>;

const FIRST_MODULE =
  /\/src\/(?:screens\/(?:identity|console)\/(login|home)\/\1-screen\.tsx|i18n\/locales\/([^/]+)\.po)$/;
const SOURCE = new URL("../src/first-paint.js", import.meta.url);
const PLACE = "<!-- src/first-paint.js -->";
/**
 * Matches tags that load code. Code loads after the styles, because the first paint does not wait
 * for it.
 */
const CODE = /<(?:script type="module"|link rel="modulepreload")/g;

/**
 * Inlines `first-paint.js` into the page: the first paint depends on it and must not wait for
 * another round trip. The server's content security policy allows this script by its hash.
 *
 * Its tag lists the files of each first screen and language, and the API's origin. The script
 * requests all of them right away; otherwise the browser would discover the texts only after
 * running the code, and the screen only after loading the texts.
 */
export function preloadFirstScreen(): Plugin {
  let api = "";
  return {
    name: "tessera:preload-first-screen",
    configResolved({ env }) {
      api = String(env.VITE_API_ORIGIN ?? "");
    },
    transformIndexHtml: {
      order: "post",
      async handler(html, { bundle = {} }) {
        const { code } = await minify(SOURCE.pathname, await readFile(SOURCE, "utf8"));
        return withFirstPaint(html, { code, files: firstFiles(bundle), api });
      },
    },
  };
}

interface FirstPaint {
  /** Source of `first-paint.js`. */
  readonly code: string;
  readonly files: FirstFiles;
  /** Origin of the API; empty if it is the same as the page's origin. */
  readonly api: string;
}

/**
 * Returns the page with the first-paint script inlined.
 * @throws when the page has no placeholder for it
 */
export function withFirstPaint(html: string, { code, files, api }: FirstPaint): string {
  if (!html.includes(PLACE)) {
    throw new Error("index.html has no place for first-paint.js");
  }
  const first = JSON.stringify(files).replaceAll('"', "&quot;");
  const tag = `<script data-first="${first}" data-api="${api}">${code.trim()}</script>`;
  return html.replace(PLACE, () => tag).replaceAll(CODE, '$& fetchpriority="low"');
}

/**
 * Returns the files each entry needs beyond those that every page loads; `font` is the web font.
 */
export function firstFiles(bundle: Bundle): FirstFiles {
  const font = Object.keys(bundle).filter((name) => name.endsWith(".woff2"));
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const always = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap(closureIn(bundle)));
  const byName = Object.fromEntries(
    chunks.flatMap((chunk) => {
      const [, screen, locale] = FIRST_MODULE.exec(chunk.facadeModuleId ?? "") ?? [];
      const name = screen ?? locale;
      const files = closureIn(bundle)(chunk).filter((file) => !always.has(file));
      return name === undefined ? [] : [[name, files]];
    }),
  );
  return { ...byName, font };
}

/** Returns a function that lists a chunk and its static dependencies, deepest last. */
function closureIn(bundle: Bundle) {
  return ({ fileName }: BuiltFile): readonly string[] => {
    const found = new Set<string>();
    const take = (name: string) => {
      const chunk = bundle[name];
      if (chunk?.type === "chunk" && !found.has(name)) {
        found.add(name);
        chunk.imports?.forEach(take);
      }
    };
    take(fileName);
    return [...found];
  };
}
