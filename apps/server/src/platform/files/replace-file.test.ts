import { chown, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeFolder, replaceFile } from "./replace-file.ts";

/** Whether the test runs as root, since only root can change a file's owner. */
const isRoot = process.getuid?.() === 0;
const OWNER = isRoot ? 54_321 : (process.getuid?.() ?? 0);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tessera-replace-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function ownerOf(path: string): Promise<number> {
  return (await stat(path)).uid;
}

it("replaceFile: keeps a file's owner, and makes the file readable only by its owner", async () => {
  const path = join(folder, "tessera.key");
  await writeFile(path, "old");
  await chown(path, OWNER, process.getgid?.() ?? 0);
  await replaceFile(path, "new");
  expect([await readFile(path, "utf8"), await ownerOf(path)]).toEqual(["new", OWNER]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

it("replaceFile: gives a new file and folder to the owner of the parent folder", async () => {
  const dataDir = join(folder, "data");
  await makeFolder(dataDir);
  await chown(dataDir, OWNER, process.getgid?.() ?? 0);
  await makeFolder(join(dataDir, "seal-keys"));
  await replaceFile(join(dataDir, "seal-keys", "head.json"), "{}", 0o644);
  expect(await ownerOf(join(dataDir, "seal-keys"))).toBe(OWNER);
  expect(await ownerOf(join(dataDir, "seal-keys", "head.json"))).toBe(OWNER);
});

it("replaceFile: keeps the owner of an existing folder", async () => {
  const there = join(folder, "there");
  await makeFolder(there);
  await chown(there, OWNER, process.getgid?.() ?? 0);
  await makeFolder(there);
  expect(await ownerOf(there)).toBe(OWNER);
});
