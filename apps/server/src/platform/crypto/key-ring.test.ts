import { randomBytes } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { SEALED_STORES } from "../../startup/sealed-stores.ts";
import { ConfigError } from "../config/config.ts";
import {
  formatKeyRing,
  KEPT_HASHES,
  parseKeyRing,
  RENEWED_HASHES,
  ringOf,
  withCurrent,
} from "./key-ring.ts";
import { createKeys, KeyError } from "./keys.ts";
import { sealingKeyOf } from "./sealing-key.ts";

const SOURCES = fileURLToPath(new URL("../../", import.meta.url));
const first = ringOf(randomBytes(32));
const second = withCurrent(first, randomBytes(32));
const third = withCurrent({ ...second, others: [] }, randomBytes(32));

/**
 * Finds the purposes that occur in the server's source: the first arguments of calls such as
 * `keys.hmac("cvv", …)`.
 */
function purposesOf(call: RegExp): string[] {
  const files = globSync("**/*.ts", { cwd: SOURCES }).filter(
    (name) => !/\.test\.ts$|^testing\//.test(name),
  );
  const found = files.flatMap((name) =>
    [...readFileSync(`${SOURCES}${name}`, "utf8").matchAll(call)].map((match) => match[1] ?? ""),
  );
  return [...new Set(found)].sort();
}

describe("a key ring", () => {
  it("is unchanged after it is written to its file and read back", () => {
    for (const ring of [first, second, third, { ...second, next: randomBytes(32) }]) {
      expect(parseKeyRing(formatKeyRing(ring), "TESSERA_KEY_FILE")).toEqual(ring);
    }
    expect(formatKeyRing(first)).toBe(`${first.current.toString("base64")}\n`);
  });

  it.each([
    ["without a current key", `other ${randomBytes(32).toString("base64")}`],
    ["with two current keys", formatKeyRing(second) + formatKeyRing(second)],
    ["with a line cut off", formatKeyRing(second).slice(0, -9)],
    [
      "with a hash of no name",
      `${formatKeyRing(second)}hash ${randomBytes(32).toString("base64")}`,
    ],
    ["with an unknown word", `${formatKeyRing(second)}please`],
  ])("is rejected %s", (_, text) => {
    expect(() => parseKeyRing(text, "TESSERA_KEY_FILE")).toThrow(ConfigError);
  });

  it("opens data sealed under its former keys until those keys are removed", () => {
    const sealed = createKeys(first).seal("mail", Buffer.from("plain"), "m1");
    expect(createKeys(second).open("mail", sealed, "m1").toString()).toBe("plain");
    expect(() => createKeys(third).open("mail", sealed, "m1")).toThrow(KeyError);
    const resealed = createKeys(second).seal("mail", Buffer.from("plain"), "m1");
    expect(() => createKeys(first).open("mail", resealed, "m1")).toThrow(KeyError);
    const knowing = createKeys({ ...first, next: second.current });
    expect(knowing.open("mail", resealed, "m1").toString()).toBe("plain");
    expect(knowing.keyId).toBe(createKeys(first).keyId);
  });

  it("keeps hashes that cannot be recomputed, and signs with a new key", () => {
    for (const purpose of KEPT_HASHES) {
      const hashes = [first, second, third].map((ring) => createKeys(ring).hmac(purpose, "x"));
      expect(new Set(hashes.map(String)).size).toBe(1);
    }
    const signers = [first, second, third].map((ring) => sealingKeyOf(createKeys(ring)).keyId);
    expect(new Set(signers).size).toBe(3);
  });

  it("picks up changes to its source on the next call", () => {
    const at: { ring: typeof first } = { ring: first };
    const keys = createKeys(() => at.ring);
    const before = keys.seal("mail", Buffer.from("plain"), "m1");
    at.ring = second;
    expect(keys.keyId).toBe(createKeys(second).keyId);
    expect(keys.open("mail", before, "m1").toString()).toBe("plain");
  });

  it("is only called with literal purposes, or by a vault that was created with one", () => {
    const otherCalls = /\bkeys\.(?:seal|open|wrap|unwrap|hmac)\((?!\s*(?:"|purpose,))(.)/g;
    expect(purposesOf(otherCalls)).toEqual([]);
    expect(purposesOf(/\bcreateFileVault\((?!\s*(?:"|purpose:))(.)/g)).toEqual([]);
  });

  it("defines for each hash whether it survives a root key replacement", () => {
    const used = purposesOf(/\bhmac\(\s*"([a-z-]+)"/g);
    expect(used.length).toBeGreaterThan(10);
    expect(used).toEqual([...KEPT_HASHES, ...RENEWED_HASHES].sort());
  });

  it("seals only data that is resealed when the root key is replaced", () => {
    const used = purposesOf(/\b(?:keys\.(?:seal|wrap)|createFileVault)\(\s*"([a-z-]+)"/g);
    expect(used).toEqual(SEALED_STORES.flatMap(({ purposes }) => purposes).sort());
  });
});
