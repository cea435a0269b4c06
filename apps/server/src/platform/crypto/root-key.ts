import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Config, ConfigError } from "../config/config.ts";
import { replaceFile } from "../files/replace-file.ts";
import { formatKeyRing, KEY_BYTES, type KeyRing, parseKeyRing, ringOf } from "./key-ring.ts";

/** A key file that was just changed is known to a running server after this long. */
export const KEY_FILE_POLL_MS = 1_000;

/**
 * The root keys as they stand: `TESSERA_KEY`, else the key file.
 *
 * @returns undefined where there is no key yet
 * @throws ConfigError when they are malformed or weak
 */
export async function readRootKey(config: Config): Promise<KeyRing | undefined> {
  if (config.key !== undefined) {
    return parseKeyRing(config.key, "TESSERA_KEY");
  }
  const stored = await readKeyFile(config.keyFile);
  return stored === undefined ? undefined : parseKeyRing(stored, "TESSERA_KEY_FILE");
}

/**
 * The root keys: `TESSERA_KEY`, else the key file, which sandbox mode makes on its first start.
 *
 * @throws ConfigError when they are missing, malformed or weak
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
  // The folder stays open to the user whom the embedded PostgreSQL runs as; the file does not.
  await mkdir(dirname(config.keyFile), { recursive: true });
  await writeFile(config.keyFile, formatKeyRing(made), { mode: 0o600, flag: "wx" });
  return made;
}

/**
 * Puts other keys into the key file: whole or not at all, whatever stops the process or the
 * machine, since what is sealed under a key that was never written down is lost.
 */
export async function replaceKeyFile(keyFile: string, ring: KeyRing): Promise<void> {
  await replaceFile(keyFile, formatKeyRing(ring));
}

/**
 * The keys of a server that runs: it looks at its key file once a second at most, and follows it.
 * One that is gone or can't be read changes nothing.
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
        // What the server has still opens everything that it sealed.
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
 * Lets the key lie beside data that could not lie where it was asked for: whoever deletes or keeps
 * the one deletes or keeps the other. A key made elsewhere before is brought along; one whose place
 * was set stays there.
 *
 * @param dataFolder where the data came to lie
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
