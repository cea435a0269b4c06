import { type Dirent, existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { fromRoot } from "./repository.ts";
import { runCommand } from "./run-command.ts";

/** The sources of the bundle, excluding build output and tests. */
const SOURCES = [
  "apps/web/src",
  "apps/web/build",
  "apps/web/public",
  "apps/web/index.html",
  "apps/web/package.json",
  "apps/web/vite.config.ts",
  "apps/web/lingui.config.ts",
  "packages/contract/src",
  "packages/money/src",
  "package-lock.json",
];
const OUTPUT = "apps/web/dist/index.html";

/** The package that builds the console. `npm ci --omit=dev` does not install it. */
const BUILDER = "node_modules/vite/package.json";

/**
 * Makes sure that there is a console to serve. A sandbox builds the console if it is missing or
 * older than its sources. Live mode serves an existing build, as does a sandbox without build
 * tools.
 *
 * @throws Error saying what to run if there is no build
 */
export async function readyConsole(
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const plan = planConsole({
    isLive: env.TESSERA_MODE?.trim() === "live",
    isBuilt: existsSync(fromRoot(OUTPUT)),
    canBuild: existsSync(fromRoot(BUILDER)),
  });
  if (plan === "missing") {
    throw new Error(
      "The console is not built, and this start does not build it. Run npm ci and npm run build, " +
        "here or where the release is made (npm ci --omit=dev afterwards leaves it in place).",
    );
  }
  if (plan === "build if stale") {
    // Someone is waiting for the sandbox's first page, and loads it from the same machine.
    await buildWebIfStale("quick");
  }
}

/** Decides whether the startup builds the console or serves the existing one. */
export function planConsole(given: {
  readonly isLive: boolean;
  readonly isBuilt: boolean;
  readonly canBuild: boolean;
}): "serve" | "build if stale" | "missing" {
  if (!given.isLive && given.canBuild) {
    return "build if stale";
  }
  return given.isBuilt ? "serve" : "missing";
}

/** Builds the console unless its bundle is newer than all of its sources. */
export async function buildWebIfStale(packing: Packing = "best"): Promise<void> {
  if (
    !isStale(
      fromRoot(OUTPUT),
      SOURCES.map((source) => fromRoot(source)),
    )
  ) {
    return;
  }
  console.log("Building the console (once, and again whenever its sources change) ...");
  const startedAt = performance.now();
  await buildWeb(packing);
  console.log(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}

/**
 * Whether to optimize for size or for build time: light compression makes the build four seconds
 * faster.
 */
type Packing = "best" | "quick";

/**
 * Builds the console, printing nothing unless it fails.
 *
 * @throws Error with the build's output if it fails
 */
export async function buildWeb(packing: Packing = "best"): Promise<void> {
  const { code, output } = await runCommand("npm", ["run", "build", "-w", "@tessera/web"], {
    env: { CONSOLE_PACKING: packing },
  });
  if (code !== 0) {
    throw new Error(`The console did not build:\n${output}`);
  }
}

/** Returns whether `output` is missing or older than any file at or below `sources`. */
export function isStale(output: string, sources: readonly string[]): boolean {
  if (!existsSync(output)) {
    return true;
  }
  const builtAt = statSync(output).mtimeMs;
  return sources.some((source) => existsSync(source) && newestMtimeMs(source) > builtAt);
}

function newestMtimeMs(file: string): number {
  const own = statSync(file);
  if (!own.isDirectory()) {
    return own.mtimeMs;
  }
  // A folder's own modification time counts too: it changes when a file in it is deleted.
  const children = readdirSync(file, { withFileTypes: true }).filter(isSource);
  const times = children.map((child) => newestMtimeMs(path.join(file, child.name)));
  return Math.max(own.mtimeMs, ...times);
}

function isSource(entry: Dirent): boolean {
  return !/\.test\.tsx?$/.test(entry.name);
}
