import { accessSync, constants } from "node:fs";
import path from "node:path";

/**
 * Names that Chromium and its relatives go by. First the one that has no window to draw: the tests
 * take three quarters of the time in it. Then the freest.
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

/** What the search may look at; replaced in tests. */
export interface ChromiumSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isExecutable: (file: string) => boolean;
  /** Where Playwright keeps the Chromium it installs itself; the file need not exist. */
  readonly playwrightPath: () => string | undefined;
}

/**
 * The Chromium to test with: `CHROMIUM_PATH`, else the first on the PATH, else Playwright's own.
 * @returns `undefined` when there is none.
 * @throws when `CHROMIUM_PATH` names something that cannot be run, since another browser in its
 *   place would surprise whoever set it.
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

/** Whether `file` exists and may be run by this user. */
export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
