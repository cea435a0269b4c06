import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LONGEST, longestFirst } from "./longest-first.ts";
import { fromRoot } from "./repository.ts";

describe("the order of the test files", () => {
  it("begins with the long ones and leaves the others as they were", () => {
    const files = ["/t/b.test.ts", ...LONGEST.map((path) => `/t/${path}`), "/t/a.test.ts"];
    const sorted = longestFirst(files.map((moduleId) => ({ moduleId })));
    expect(sorted.map(({ moduleId }) => moduleId)).toEqual([
      ...LONGEST.map((path) => `/t/${path}`),
      "/t/b.test.ts",
      "/t/a.test.ts",
    ]);
  });

  it.each(LONGEST)("names a file that is there: %s", (path) => {
    expect(existsSync(fromRoot(path))).toBe(true);
  });
});
