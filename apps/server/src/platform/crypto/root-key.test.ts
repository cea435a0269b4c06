import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Config, ConfigError, readConfig } from "../config/config.ts";
import { formatKeyRing, ringOf, withCurrent } from "./key-ring.ts";
import { followKeyFile, KEY_FILE_POLL_MS, loadRootKey } from "./root-key.ts";

const first = ringOf(randomBytes(32));
const second = withCurrent(first, randomBytes(32));

let folder: string;
let config: Config;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tessera-key-"));
  config = readConfig({ DATA_DIR: folder });
});
afterAll(() => rm(folder, { recursive: true }));

it("root key: the error for an unreadable key file says what to do", async () => {
  const keyFile = join(folder, "a-folder.key");
  await mkdir(keyFile);
  const reading = loadRootKey({ ...config, keyFile });
  await expect(reading).rejects.toThrow(ConfigError);
  await expect(reading).rejects.toThrow(
    `TESSERA_KEY_FILE: ${keyFile} cannot be read (EISDIR). It has to be a file that belongs to ` +
      "the user who runs Tessera (chown)",
  );
});

it("root key: a running server logs an unreadable key file once, and recovers", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    await writeFile(config.keyFile, formatKeyRing(first));
    const trouble: unknown[] = [];
    const ring = followKeyFile(config, first, (error) => trouble.push(error));
    const look = () => {
      vi.advanceTimersByTime(KEY_FILE_POLL_MS);
      return ring();
    };
    const aside = `${config.keyFile}.aside`;
    for (const count of [1, 2]) {
      await rename(config.keyFile, aside);
      expect([look(), look()]).toEqual([first, first]);
      expect(trouble).toHaveLength(count);
      await rename(aside, config.keyFile);
      look();
    }
    await writeFile(config.keyFile, formatKeyRing(second));
    expect(look()).toEqual(second);
    expect(trouble).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});
