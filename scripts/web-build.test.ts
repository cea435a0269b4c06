import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isStale, planConsole } from "./web-build.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "tessera-build-"));
  mkdirSync(path.join(folder, "src"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes a file whose modification time is `second` seconds after the epoch. */
const write = (name: string, second: number) => {
  const file = path.join(folder, name);
  writeFileSync(file, "");
  utimesSync(file, second, second);
  utimesSync(path.dirname(file), 1, 1);
  return file;
};
const stale = (output: string) => isStale(output, [path.join(folder, "src"), "/nowhere"]);

it("web build: builds if there is no bundle", () => {
  expect(stale(path.join(folder, "index.html"))).toBe(true);
});

it("web build: builds if a source file at any depth is newer than the bundle", () => {
  const output = write("index.html", 100);
  write("src/main.ts", 99);
  expect(stale(output)).toBe(false);
  mkdirSync(path.join(folder, "src/deep"));
  write("src/deep/new.ts", 101);
  expect(stale(output)).toBe(true);
});

it("web build: does not build if only a test has changed", () => {
  const output = write("index.html", 100);
  write("src/main.test.ts", 101);
  expect(stale(output)).toBe(false);
});

it("web build: only sandboxes build at startup, and a start with nothing to serve fails", () => {
  const plan = (isLive: boolean, isBuilt: boolean, canBuild: boolean) =>
    planConsole({ isLive, isBuilt, canBuild });
  expect(plan(false, false, true)).toBe("build if stale");
  expect(plan(true, true, true)).toBe("serve");
  expect(plan(true, false, true)).toBe("missing");
  expect(plan(false, true, false)).toBe("serve");
  expect(plan(false, false, false)).toBe("missing");
});
