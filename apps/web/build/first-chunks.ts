import type { Plugin } from "vite";

const ENTRY = /\/src\/main\.tsx$/;
/** What nearly every screen is built from; sheets and dialogs come once they are opened. */
const PARTS =
  /\/(?:apps\/web\/src\/(?:ui|lib)\/(?!overlay\/(?:sheet|confirm-dialog))|(?:packages|lucide-react|@tanstack|@lingui)\/)/;
/** What a form and the page around it are made of, and the home screen on a phone is not. */
const FORM_PARTS =
  /\/(?:ui\/form\/(?:field|input)\.tsx|icons\/(?:eye-off|circle-exclamation-point|languages|sun)\.mjs)$/;
const PARTS_SHARED_BY = 28;
const ICON = /\/lucide-react\/dist\/esm\/icons\//;
const ICON_SHARED_BY = 4;

/** What is loaded first, by the module it begins with, in the order in which it is. */
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

/** What of a module is read here. */
interface Module {
  readonly imports: readonly string[];
  /** Whether it is asked for while the console runs. */
  readonly isLazy: boolean;
}

/**
 * Puts what a first screen and what follows it need, beside what every page starts with, into one
 * file each. Left alone, each would be cut into dozens of files, by who else uses which part: each
 * file packs worse alone, and each six cost a phone one more way there and back.
 *
 * @returns the plugin, which learns who needs what, and the test that a group of chunks takes
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
 * Tells a module's chunk; `undefined` where the bundler decides.
 * @throws when one of the modules that are loaded first is missing.
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
    const shares = sharedBy.get(id) ?? 0;
    // However many need it, what no first screen does is not theirs to wait for.
    const needing = first.filter(([, needed]) => needed.has(id)).map(([name]) => name);
    // No first screen brings another one along, nor does what follows on every page.
    const pages = needing.filter((name) => ["login", "home", "background"].includes(name));
    const isFirst = entry.has(id) || pages.length > 0;
    const isShared = shares >= (ICON.test(id) ? ICON_SHARED_BY : PARTS_SHARED_BY);
    const isPart = PARTS.test(id) && isShared && isFirst;
    // The home screen has no form, so it does not load what forms are made of.
    if (isPart && FORM_PARTS.test(id) && pages.join() === "login") {
      return "fields";
    }
    // Whoever needs something of the entry's finds it there, and does not need the entry.
    if (isPart || (entry.has(id) && shares > 1)) {
      return "parts";
    }
    // What is asked for by its name stays a file of its own.
    if (entry.has(id) || modules.get(id)?.isLazy === true) {
      return undefined;
    }
    return pages.length > 1 ? "parts" : needing[0];
  };
}

/** By how many of the console's files, had each lazy part one, each module is needed. */
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

/** A module and everything it statically imports. */
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
