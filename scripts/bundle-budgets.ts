/**
 * Vite's build manifest: maps a source file or shared chunk to its output file and to what that
 * file loads.
 */
export type Manifest = Readonly<Record<string, ManifestChunk>>;

interface ManifestChunk {
  readonly file: string;
  readonly src?: string;
  readonly isEntry?: boolean;
  readonly isDynamicEntry?: boolean;
  /** Keys of the chunks that this chunk imports statically. */
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

export interface Measure {
  readonly name: string;
  /** Gzipped size. */
  readonly bytes: number;
  readonly maxBytes: number;
}

const KB = 1024;
/** Maximum size of the JavaScript that a visitor's first screen loads. */
const INITIAL_MAX_BYTES = 150 * KB;
const STYLES_MAX_BYTES = 12 * KB;
/** Maximum total size of the style sheets that later screens load. */
const LATER_STYLES_MAX_BYTES = 12 * KB;
const LOCALE_MAX_BYTES = 15 * KB;
/** Maximum size that any other route may add to what is already loaded. */
const ROUTE_MAX_BYTES = 60 * KB;

const FIRST_ROUTES = ["login", "home"];
const LOCALES = ["en", "zh-CN", "zh-TW"];

/**
 * Checks the size of the console's bundle against every budget.
 *
 * @throws if the manifest lacks the entry, one of the first routes or a locale, because a budget
 * that measures nothing would always be met
 */
export function checkBudgets(
  manifest: Manifest,
  gzipBytes: (file: string) => number,
): readonly Measure[] {
  const keys = Object.keys(manifest);
  const entry = only(
    keys.filter((key) => manifest[key]?.isEntry),
    "entry",
  );
  const sum = (files: Iterable<string>) => [...files].reduce((all, f) => all + gzipBytes(f), 0);
  const initial = closure(manifest, entry);
  const added = (key: string) => {
    const own = closure(manifest, key);
    return new Set([...own].filter((chunk) => !initial.has(chunk)));
  };
  const scripts = (chunks: Iterable<string>) =>
    sum([...chunks].flatMap((key) => manifest[key]?.file ?? []));
  const stylesOf = (chunks: Iterable<string>) =>
    new Set([...chunks].flatMap((key) => manifest[key]?.css ?? []));

  const screens = keys.filter((key) => isScreen(manifest[key]));
  const firstRoutes = FIRST_ROUTES.map((route) => ({
    route,
    key: only(
      screens.filter((key) => screenName(key) === route),
      `screen "${route}"`,
    ),
  }));
  const firstKeys = new Set(firstRoutes.map(({ key }) => key));
  const firstStyles = stylesOf([...initial, ...[...firstKeys].flatMap((key) => [...added(key)])]);
  const laterStyles = [...stylesOf(keys)].filter((file) => !firstStyles.has(file));

  return [
    ...firstRoutes.map(({ route, key }) => ({
      name: `initial JavaScript of ${route}`,
      bytes: scripts(initial) + scripts(added(key)),
      maxBytes: INITIAL_MAX_BYTES,
    })),
    { name: "styles of login and home", bytes: sum(firstStyles), maxBytes: STYLES_MAX_BYTES },
    { name: "styles that come later", bytes: sum(laterStyles), maxBytes: LATER_STYLES_MAX_BYTES },
    ...LOCALES.map((locale) => ({
      name: `texts in ${locale}`,
      bytes: scripts([
        only(
          keys.filter((key) => isLocale(key, locale)),
          `locale "${locale}"`,
        ),
      ]),
      maxBytes: LOCALE_MAX_BYTES,
    })),
    ...LOCALES.flatMap((locale) =>
      partsWithTexts(keys).map((part) => ({
        name: `texts of ${part} in ${locale}`,
        bytes: scripts(keys.filter((key) => isLocale(key, locale, `${part}/`))),
        maxBytes: LOCALE_MAX_BYTES,
      })),
    ),
    ...screens
      .filter((key) => !firstKeys.has(key))
      .map((key) => ({
        name: `JavaScript that ${screenName(key)} adds`,
        bytes: scripts(added(key)),
        maxBytes: ROUTE_MAX_BYTES,
      })),
  ];
}

/** Returns one line per budget, marking those that are exceeded. */
export function formatBudgets(measures: readonly Measure[]): string {
  const width = Math.max(...measures.map(({ name }) => name.length));
  return measures
    .map(({ name, bytes, maxBytes }) => {
      const size = `${(bytes / KB).toFixed(1).padStart(6)} of ${maxBytes / KB} KB`;
      return `  ${name.padEnd(width)}  ${size}${bytes > maxBytes ? "  OVER BUDGET" : ""}`;
    })
    .join("\n");
}

/** Returns a chunk and everything that it imports statically, directly or indirectly. */
function closure(manifest: Manifest, start: string): Set<string> {
  const seen = new Set<string>();
  const waiting = [start];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (!seen.has(key)) {
      seen.add(key);
      waiting.push(...(manifest[key]?.imports ?? []));
    }
  }
  return seen;
}

function isScreen(chunk: ManifestChunk | undefined): boolean {
  return chunk?.isDynamicEntry === true && (chunk.src ?? "").startsWith("src/screens/");
}

/** Returns the screen's name: `login` for `src/screens/login/login-screen.tsx`. */
function screenName(key: string): string {
  return (
    key
      .split("/")
      .at(-1)
      ?.replace(/(-screen)?\.tsx?$/, "") ?? key
  );
}

/** Returns whether a key names a locale's texts: those loaded by every page, or those of a part. */
function isLocale(key: string, locale: string, part = ""): boolean {
  return key.endsWith(`/locales/${part}${locale}.po`);
}

/**
 * Returns the parts of the console whose texts are separate from the texts that every page loads.
 */
function partsWithTexts(keys: readonly string[]): readonly string[] {
  return [...new Set(keys.flatMap((key) => /\/locales\/([^/]+)\/[^/]+\.po$/.exec(key)?.[1] ?? []))];
}

function only(found: readonly string[], what: string): string {
  const [first] = found;
  if (first === undefined || found.length > 1) {
    throw new Error(`The bundle should have one ${what}; it has ${found.length}.`);
  }
  return first;
}
