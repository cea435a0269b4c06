import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { installationAdvice } from "./ensure-chromium.ts";
import { findChromium, isExecutable } from "./find-chromium.ts";

describe("finding Chromium", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "tessera-chromium-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const place = (name: string, mode = 0o755) => {
    const file = path.join(folder, name);
    writeFileSync(file, "");
    chmodSync(file, mode);
    return file;
  };
  const find = (env: Record<string, string>, playwright?: string) =>
    findChromium({ env, isExecutable, playwrightPath: () => playwright });

  it("find Chromium: CHROMIUM_PATH takes precedence", () => {
    const chosen = place("my-browser");
    place("chromium");
    expect(find({ CHROMIUM_PATH: chosen, PATH: folder })).toBe(chosen);
  });

  it("find Chromium: rejects a CHROMIUM_PATH that is not executable", () => {
    place("chromium");
    expect(() => find({ CHROMIUM_PATH: "/nowhere/chromium", PATH: folder })).toThrow(
      "CHROMIUM_PATH is /nowhere/chromium, which is not an executable file.",
    );
  });

  it("find Chromium: searches PATH for Chromium before Chrome, skipping non-executables", () => {
    place("google-chrome");
    place("chromium", 0o644);
    const expected = place("chromium-browser");
    expect(find({ PATH: ["/nowhere", folder].join(path.delimiter) })).toBe(expected);
  });

  it("find Chromium: prefers the headless Chromium", () => {
    place("chromium");
    const expected = place("chromium-headless-shell");
    expect(find({ PATH: folder })).toBe(expected);
  });

  it("find Chromium: falls back to Playwright's own Chromium if that is installed", () => {
    const playwrights = place("headless-shell");
    expect(find({ PATH: "/nowhere" }, playwrights)).toBe(playwrights);
    expect(find({ PATH: "/nowhere" }, "/nowhere/chrome")).toBeUndefined();
    expect(find({})).toBeUndefined();
  });
});

describe("the advice if nothing can be installed", () => {
  it("find Chromium: the advice contains the system's install command if there is one", () => {
    const manager = { program: "apt-get", commands: [["update"], ["install", "chromium"]] };
    expect(installationAdvice(manager)).toContain("apt-get update && apt-get install chromium");
    expect(installationAdvice(undefined)).toContain("CHROMIUM_PATH=");
  });
});
