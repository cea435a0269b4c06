import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Config, ConfigError } from "../config/config.ts";
import { replaceFile } from "../files/replace-file.ts";
import { formatKeyRing, KEY_BYTES, type KeyRing, parseKeyRing, ringOf } from "./key-ring.ts";

/** How often a running server checks its key file for changes. */
export const KEY_FILE_POLL_MS = 1_000;

/**
 * Reads the current root keys: `TESSERA_KEY`, otherwise the key file.
 *
 * @returns undefined if there is no key yet
 * @throws ConfigError if they are malformed or weak
 */
export async function readRootKey(config: Config): Promise<KeyRing | undefined> {
  if (config.key !== undefined) {
    return parseKeyRing(config.key, "TESSERA_KEY");
  }
  const stored = await readKeyFile(config.keyFile);
  return stored === undefined ? undefined : parseKeyRing(stored, "TESSERA_KEY_FILE");
}

/**
 * Loads the root keys: `TESSERA_KEY`, otherwise the key file, which sandbox mode generates on its
 * first start.
 *
 * @throws ConfigError if they are missing, malformed or weak
 */
export async function loadRootKey(config: Config): Promise<KeyRing> {
  const stored = await readRootKey(config);
  if (stored !== undefined) {
    return stored;
  }
  if (config.mode === "live") {
    throw new ConfigError([
      { setting: "TESSERA_KEY_FILE", problem: `there is no file ${config.keyFile}` },
    ]);
  }
  const made = ringOf(randomBytes(KEY_BYTES));
  // The folder stays accessible to the user that runs the embedded PostgreSQL; the file does not.
  await mkdir(dirname(config.keyFile), { recursive: true });
  await writeFile(config.keyFile, formatKeyRing(made), { mode: 0o600, flag: "wx" });
  return made;
}

/**
 * Replaces the keys in the key file atomically and durably, even across a crash or a power failure:
 * data sealed under a key that was never written would be lost.
 */
export async function replaceKeyFile(keyFile: string, ring: KeyRing): Promise<void> {
  await replaceFile(keyFile, formatKeyRing(ring));
}

/**
 * Returns the keys of a running server, which checks its key file at most once a second and follows
 * it. A file that is missing or can't be read changes nothing.
 *
 * @param onTrouble called each time that the file becomes unusable
 */
export function followKeyFile(
  config: Config,
  first: KeyRing,
  onTrouble: (error: unknown) => void = () => undefined,
): () => KeyRing {
  if (config.key !== undefined) {
    return () => first;
  }
  let ring = first;
  let seen = formatKeyRing(first);
  let isUsable = true;
  let lookedAtMs = performance.now();
  return () => {
    const nowMs = performance.now();
    if (nowMs - lookedAtMs >= KEY_FILE_POLL_MS) {
      lookedAtMs = nowMs;
      try {
        const text = readFileSync(config.keyFile, "utf8");
        if (text !== seen) {
          ring = parseKeyRing(text, "TESSERA_KEY_FILE");
          seen = text;
        }
        isUsable = true;
      } catch (error) {
        // The keys in memory still open everything that they sealed.
        if (isUsable) {
          onTrouble(error);
        }
        isUsable = false;
      }
    }
    return ring;
  };
}

/**
 * Keeps the key next to data that could not be stored at the configured place, so that both are
 * deleted or kept together. A key that was generated elsewhere before is moved; one with a
 * configured place stays there.
 *
 * @param dataFolder where the data is actually stored
 */
export async function keepKeyBeside(config: Config, dataFolder: string): Promise<Config> {
  if (config.key !== undefined || config.isKeyFileSet) {
    return config;
  }
  const keyFile = join(dataFolder, basename(config.keyFile));
  const former = await readKeyFile(config.keyFile);
  if (former !== undefined && (await readKeyFile(keyFile)) === undefined) {
    await writeFile(keyFile, former, { mode: 0o600, flag: "wx" });
  }
  return { ...config, keyFile };
}

async function readKeyFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT") {
      return undefined;
    }
    const problem =
      `${path} cannot be read (${code}). It has to be a file that belongs to the user who runs ` +
      "Tessera (chown)";
    throw new ConfigError([{ setting: "TESSERA_KEY_FILE", problem }]);
  }
}
