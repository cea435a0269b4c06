import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LONGEST, longestFirst } from "./longest-first.ts";
import { fromRoot } from "./repository.ts";

describe("longest first", () => {
  it("longest first: slow files come first, and the others keep their order", () => {
    const files = ["/t/b.test.ts", ...LONGEST.map((path) => `/t/${path}`), "/t/a.test.ts"];
    const sorted = longestFirst(files.map((moduleId) => ({ moduleId })));
    expect(sorted.map(({ moduleId }) => moduleId)).toEqual([
      ...LONGEST.map((path) => `/t/${path}`),
      "/t/b.test.ts",
      "/t/a.test.ts",
    ]);
  });

  it.each(LONGEST)("longest first: the slow test file exists: %s", (path) => {
    expect(existsSync(fromRoot(path))).toBe(true);
  });
});
