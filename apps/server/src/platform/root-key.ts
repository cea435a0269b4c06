import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Config, ConfigError } from "./config.ts";

const KEY_BYTES = 32;
/** 32 random bytes have about 30 different values; a typed or repeated key far fewer. */
const MIN_DISTINCT_BYTES = 16;

/**
 * The root key: `TESSERA_KEY`, else the key file, which sandbox mode makes on its first start.
 *
 * @throws ConfigError when it is missing, malformed or weak
 */
export async function loadRootKey(config: Config): Promise<Buffer> {
  if (config.key !== undefined) {
    return parseRootKey(config.key, "TESSERA_KEY");
  }
  const stored = await readKeyFile(config.keyFile);
  if (stored !== undefined) {
    return parseRootKey(stored, "TESSERA_KEY_FILE");
  }
  if (config.mode === "live") {
    throw new ConfigError([
      { setting: "TESSERA_KEY_FILE", problem: `there is no file ${config.keyFile}` },
    ]);
  }
  const made = randomBytes(KEY_BYTES);
  // The folder stays open to the user whom the embedded PostgreSQL runs as; the file does not.
  await mkdir(dirname(config.keyFile), { recursive: true });
  await writeFile(config.keyFile, `${made.toString("base64")}\n`, { mode: 0o600, flag: "wx" });
  return made;
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
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return undefined;
    }
    throw error;
  }
}

/** Reads a key written as base64 or hex. */
export function parseRootKey(text: string, setting: string): Buffer {
  const trimmed = text.trim();
  const isHex = /^[0-9a-fA-F]{64}$/.test(trimmed);
  const key = Buffer.from(trimmed, isHex ? "hex" : "base64");
  if (key.length !== KEY_BYTES || (!isHex && !/^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed))) {
    throw new ConfigError([
      { setting, problem: "set 32 bytes as base64 or hex (openssl rand -base64 32)" },
    ]);
  }
  if (new Set(key).size < MIN_DISTINCT_BYTES) {
    throw new ConfigError([
      { setting, problem: "this key is too regular to be random (openssl rand -base64 32)" },
    ]);
  }
  return key;
}
