import { accessSync, constants } from "node:fs";
import path from "node:path";

/**
 * Names of Chromium and its relatives: first the headless variant, which runs the tests in 25% less
 * time, then the others from most to least open.
 */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "chrome",
  "microsoft-edge",
];

/** What the search can read; replaced in tests. */
export interface ChromiumSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isExecutable: (file: string) => boolean;
  /** Where Playwright installs its own Chromium; the file might not exist. */
  readonly playwrightPath: () => string | undefined;
}

/**
 * Finds the Chromium to test with: `CHROMIUM_PATH`, the first match in PATH, or Playwright's own.
 *
 * @returns `undefined` if there is none
 * @throws Error if `CHROMIUM_PATH` cannot be run, because using another browser would be surprising
 */
export function findChromium({
  env,
  isExecutable,
  playwrightPath,
}: ChromiumSurroundings): string | undefined {
  const chosen = env.CHROMIUM_PATH;
  if (chosen !== undefined && chosen !== "") {
    if (!isExecutable(chosen)) {
      throw new Error(`CHROMIUM_PATH is ${chosen}, which is not an executable file.`);
    }
    return chosen;
  }
  const folders = (env.PATH ?? "").split(path.delimiter).filter((folder) => folder !== "");
  const suffix = env.OS === "Windows_NT" ? ".exe" : "";
  const candidates = NAMES.flatMap((name) =>
    folders.map((folder) => path.join(folder, name + suffix)),
  );
  const onPath = candidates.find(isExecutable);
  if (onPath !== undefined) {
    return onPath;
  }
  const playwrights = playwrightPath();
  return playwrights !== undefined && isExecutable(playwrights) ? playwrights : undefined;
}

/** Returns whether `file` exists and this user may execute it. */
export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
