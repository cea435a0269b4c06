import type { Plugin } from "vite";

const ENTRY = /\/src\/main\.tsx$/;
/** Modules that nearly every screen uses. Sheets and dialogs load when they are opened. */
const PARTS =
  /\/(?:apps\/web\/src\/(?:ui|lib)\/(?!overlay\/(?:sheet|confirm-dialog))|(?:packages|lucide-react|@tanstack|@lingui)\/)/;
/** Modules for forms and the page around them. The home screen on phones uses none of these. */
const FORM_PARTS =
  /\/(?:ui\/form\/(?:(?:field|input)\.tsx|use-form\.ts)|icons\/(?:eye-off|circle-exclamation-point|languages|sun)\.mjs)$/;
/**
 * Modules in files of their own: the list of all currencies, which an index exports, but no first
 * screen uses, and repeated writes, for which other pages would load a first screen's file.
 */
const LATER =
  /\/(?:money\/src\/iso-4217\.ts|uuid\/|lib\/api\/(?:pending-key|try-until-known|use-money-write)\.ts)/;
const PARTS_SHARED_BY = 28;
const ICON = /\/lucide-react\/dist\/esm\/icons\//;
const ICON_SHARED_BY = 4;

/** Entry modules of the parts that load first, in loading order. */
const FIRST = {
  login: /\/src\/screens\/identity\/login\/login-screen\.tsx$/,
  home: /\/src\/screens\/console\/home\/home-screen\.tsx$/,
  background: /\/src\/app\/background\.tsx$/,
  "below-cards": /\/src\/screens\/console\/home\/below-cards\.tsx$/,
  welcome: /\/src\/screens\/console\/home\/welcome\.tsx$/,
} as const;
type First = keyof typeof FIRST;
const NAMES = Object.keys(FIRST) as readonly First[];

export const FIRST_CHUNKS = ["parts", "fields", ...NAMES] as const;

/** The fields of a bundler module that this plugin reads. */
interface Module {
  readonly imports: readonly string[];
  /** True for modules that are imported dynamically. */
  readonly isLazy: boolean;
}

/**
 * Groups the modules that each first screen needs, beyond those that every page loads, into one
 * file. Without this, the bundler would split them into dozens of files based on shared use. Small
 * files compress worse, and a phone needs another round trip for every six of them.
 *
 * @returns the plugin, which collects the module graph, and a predicate for assigning modules to a
 * chunk
 */
export function firstChunks() {
  let chunkOf: (id: string) => string | undefined = () => undefined;

  const plugin: Plugin = {
    name: "tessera:first-chunks",
    apply: "build",
    buildEnd(error) {
      if (error !== undefined) {
        return;
      }
      const modules = new Map<string, Module>();
      for (const id of this.getModuleIds()) {
        const info = this.getModuleInfo(id);
        modules.set(id, {
          imports: info?.importedIds ?? [],
          isLazy: (info?.dynamicImporters.length ?? 0) > 0,
        });
      }
      chunkOf = chunksOf(modules);
    },
  };
  return { plugin, inChunk: (chunk: string) => (id: string) => chunkOf(id) === chunk };
}

/**
 * Returns a function that maps a module id to a chunk name, or to `undefined` to let the bundler
 * decide.
 * @throws if an entry module of {@link FIRST} is missing
 */
export function chunksOf(modules: ReadonlyMap<string, Module>): (id: string) => string | undefined {
  const needs = (start: RegExp) => {
    const id = [...modules.keys()].find((candidate) => start.test(candidate));
    if (id === undefined) {
      throw new Error(`no module of the console is called like ${start}`);
    }
    return closure(id, modules);
  };
  const entry = needs(ENTRY);
  const first = NAMES.map((name) => [name, needs(FIRST[name])] as const);
  const sharedBy = countShares(modules);

  return (id) => {
    if (LATER.test(id)) {
      return undefined;
    }
    const shares = sharedBy.get(id) ?? 0;
    // A first screen must never wait for a module it does not need, even a widely shared one.
    const needing = first.filter(([, needed]) => needed.has(id)).map(([name]) => name);
    // Keeps the first screens, and the background code that loads after them, independent of each
    // other.
    const pages = needing.filter((name) => ["login", "home", "background"].includes(name));
    const isFirst = entry.has(id) || pages.length > 0;
    const isShared = shares >= (ICON.test(id) ? ICON_SHARED_BY : PARTS_SHARED_BY);
    const isPart = PARTS.test(id) && isShared && isFirst;
    // The home screen has no form, so it does not load the form modules.
    if (isPart && FORM_PARTS.test(id) && pages.join() === "login") {
      return "fields";
    }
    // Shared modules of the entry go to `parts`, so that no other chunk imports the entry.
    if (isPart || (entry.has(id) && shares > 1)) {
      return "parts";
    }
    // Dynamically imported modules stay in separate files.
    if (entry.has(id) || modules.get(id)?.isLazy === true) {
      return undefined;
    }
    return pages.length > 1 ? "parts" : needing[0];
  };
}

/**
 * Counts, for each module, how many of the console's files would need it if every lazy part were a
 * single file.
 */
function countShares(modules: ReadonlyMap<string, Module>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [start, { isLazy }] of modules) {
    if (isLazy || ENTRY.test(start)) {
      for (const id of closure(start, modules)) {
        counts.set(id, (counts.get(id) ?? 0) + 1);
      }
    }
  }
  return counts;
}

/** Returns a module and all of its static imports, direct or indirect. */
function closure(start: string, modules: ReadonlyMap<string, Module>): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [start];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (!seen.has(id)) {
      seen.add(id);
      waiting.push(...(modules.get(id)?.imports ?? []));
    }
  }
  return seen;
}
