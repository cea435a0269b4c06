import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Config, ConfigError } from "../config/config.ts";
import { replaceFile } from "../files/replace-file.ts";
import { formatKeyRing, KEY_BYTES, type KeyRing, parseKeyRing, ringOf } from "./key-ring.ts";

/** How often a running server checks its key file for changes, in milliseconds. */
export const KEY_FILE_POLL_MS = 1_000;

/**
 * Reads the current root keys from `TESSERA_KEY` or, if unset, from the key file.
 *
 * @returns undefined if there is no key yet
 * @throws ConfigError if the keys are malformed or weak
 */
export async function readRootKey(config: Config): Promise<KeyRing | undefined> {
  if (config.key !== undefined) {
    return parseKeyRing(config.key, "TESSERA_KEY");
  }
  const stored = await readKeyFile(config.keyFile);
  return stored === undefined ? undefined : parseKeyRing(stored, "TESSERA_KEY_FILE");
}

/**
 * Loads the root keys from `TESSERA_KEY` or, if unset, from the key file. Sandbox mode generates
 * the file on its first start.
 *
 * @throws ConfigError if the keys are missing, malformed or weak
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
  // The user that runs the embedded PostgreSQL can access the folder, but not the key file.
  await mkdir(dirname(config.keyFile), { recursive: true });
  await writeFile(config.keyFile, formatKeyRing(made), { mode: 0o600, flag: "wx" });
  return made;
}

/**
 * Replaces the keys in the key file atomically and durably, so that they survive a crash or a power
 * failure. Otherwise, data sealed with a key that was never written would be lost.
 */
export async function replaceKeyFile(keyFile: string, ring: KeyRing): Promise<void> {
  await replaceFile(keyFile, formatKeyRing(ring));
}

/**
 * Returns a function that returns a running server's current keys. The function checks the key file
 * for changes at most once a second, and keeps the previous keys if the file is missing or
 * unreadable.
 *
 * @param onTrouble called each time the file becomes unusable
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
        // The keys in memory can still open everything that they sealed.
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
 * Moves a generated key next to data that could not be stored at the configured location, so that
 * the key and the data are kept or deleted together. A key at an explicitly configured path stays
 * there.
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
