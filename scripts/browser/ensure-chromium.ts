import { spawnSync } from "node:child_process";
import path from "node:path";
import { chromium } from "@playwright/test";
import { findChromium, isExecutable } from "./find-chromium.ts";

interface PackageManager {
  readonly program: string;
  readonly commands: readonly (readonly string[])[];
}

/**
 * Package managers with their install commands. Each command also installs a Chinese font, because
 * two of the three languages need one.
 */
const PACKAGE_MANAGERS: readonly PackageManager[] = [
  {
    program: "apt-get",
    commands: [
      ["update"],
      ["install", "-y", "--no-install-recommends", "chromium-headless-shell", "fonts-noto-cjk"],
    ],
  },
  { program: "dnf", commands: [["install", "-y", "chromium", "google-noto-sans-cjk-fonts"]] },
  { program: "apk", commands: [["add", "chromium", "font-noto-cjk"]] },
];

/** Returns the path of the Chromium to use, or `undefined` if this machine has none. */
function locateChromium(): string | undefined {
  return findChromium({
    env: process.env,
    isExecutable,
    playwrightPath: () => chromium.executablePath(),
  });
}

/**
 * Returns the path of the Chromium to use. If there is none and this process runs as root, installs
 * it with the system's package manager. If that is not possible, ends the process with a message
 * that says exactly what to install.
 */
export function ensureChromium(): string {
  try {
    const found = locateChromium() ?? installChromium();
    if (found !== undefined) {
      return found;
    }
    console.error(installationAdvice(availableManager()));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  process.exit(1);
}

/**
 * Returns a message with the commands, any one of which provides a browser for the tests on this
 * machine.
 */
export function installationAdvice(manager: PackageManager | undefined): string {
  const bySystem = manager?.commands.map((args) => [manager.program, ...args].join(" "));
  return [
    "The browser tests need Chromium, and this machine has none. Any one of these helps:",
    ...(bySystem === undefined ? [] : [`  as root: ${bySystem.join(" && ")}`]),
    "  npx playwright install chromium",
    "  CHROMIUM_PATH=/path/to/chromium npm test",
  ].join("\n");
}

function installChromium(): string | undefined {
  const manager = availableManager();
  if (manager === undefined || process.getuid?.() !== 0) {
    return undefined;
  }
  console.log(`Chromium is missing: installing it and a Chinese font with ${manager.program} ...`);
  for (const args of manager.commands) {
    const { status } = spawnSync(manager.program, args, {
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    if (status !== 0) {
      console.error(`${manager.program} ${args.join(" ")} failed.`);
      return undefined;
    }
  }
  return locateChromium();
}

function availableManager(): PackageManager | undefined {
  const folders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/bin", "/sbin"];
  return PACKAGE_MANAGERS.find(({ program }) =>
    folders.some((folder) => isExecutable(path.join(folder, program))),
  );
}
