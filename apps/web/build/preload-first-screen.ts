import { readFile } from "node:fs/promises";
import { minify, type Plugin } from "vite";

/** Files of the first screens, by the page that starts with them, and of the texts, by language. */
export type FirstFiles = Readonly<Record<string, readonly string[]>>;

/** What is read of a file of the bundle. */
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
/** What loads code: no paint waits for it, so it comes after the styles that one waits for. */
const CODE = /<(?:script type="module"|link rel="modulepreload")/g;

/**
 * Puts `first-paint.js` into the page itself: the first paint waits for it, and must not wait for
 * one more way there and back. The server's content security policy lets this very script run.
 *
 * Its tag tells it which files each first screen and each language starts with, and where the API
 * is. It asks for them at once: otherwise the browser learns of the texts only when the code has
 * run, and of the screen only when the texts are there.
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
  /** Of `first-paint.js`. */
  readonly code: string;
  readonly files: FirstFiles;
  /** Where the API is; empty for the page's own origin. */
  readonly api: string;
}

/**
 * The page with the first paint's script in it.
 * @throws when the page has no place for it.
 */
export function withFirstPaint(html: string, { code, files, api }: FirstPaint): string {
  if (!html.includes(PLACE)) {
    throw new Error("index.html has no place for first-paint.js");
  }
  const first = JSON.stringify(files).replaceAll('"', "&quot;");
  const tag = `<script data-first="${first}" data-api="${api}">${code.trim()}</script>`;
  return html.replace(PLACE, () => tag).replaceAll(CODE, '$& fetchpriority="low"');
}

/** What each of them needs beside what every page starts with, and, as `font`, the web font. */
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

/** A chunk and all that it cannot start without, deepest last. */
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
