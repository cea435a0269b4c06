import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../scripts/repository.ts";
import { allRules } from "./tidy/all-rules.ts";
import { crowdedFolders, FOLDER_FILES_MAX } from "./tidy/folder-sizes.ts";
import { judgeFiles } from "./tidy/rule.ts";
import { isScript, readSourceFiles } from "./tidy/source-files.ts";

const MEDIAN_LINES_MAX = 80;
const P95_LINES_MAX = 250;

const files = readSourceFiles(root);

describe("the repository is tidy", () => {
  it("tidy: the check finds the repository's files", () => {
    expect(files.length).toBeGreaterThan(20);
    expect(files.map(({ path }) => path)).toContain("packages/money/src/index.ts");
  });

  it.each(allRules.map((rule) => [rule.name, rule] as const))("%s", (_, rule) => {
    const found = judgeFiles(files, [rule]).map(
      ({ path, line, message }) => `${path}:${line} ${message}`,
    );
    expect(found).toEqual([]);
  });

  it("tidy: no folder contains more than 40 files", () => {
    expect(crowdedFolders(root)).toEqual([]);
  });

  it("tidy: a folder with one file too many is found, and so is one below it", () => {
    const tree = mkdtempSync(join(tmpdir(), "tessera-folders-"));
    const fill = (folder: string, files: number) => {
      mkdirSync(join(tree, folder), { recursive: true });
      for (let n = 0; n < files; n += 1) {
        writeFileSync(join(tree, folder, `${n}.ts`), "");
      }
    };
    try {
      fill("full", FOLDER_FILES_MAX);
      fill("crowded", FOLDER_FILES_MAX + 1);
      fill("full/crowded", FOLDER_FILES_MAX + 1);
      fill("node_modules", FOLDER_FILES_MAX + 1);
      fill("db/migrations", FOLDER_FILES_MAX + 1);
      expect(crowdedFolders(tree).map((found) => found.split(":")[0])).toEqual([
        "crowded",
        "full/crowded",
      ]);
    } finally {
      rmSync(tree, { recursive: true });
    }
  });

  it("tidy: most files are small", () => {
    const lengths = files
      .filter((file) => isScript(file) && !file.isTest)
      .map(({ lines }) => lines.length)
      .sort((a, b) => a - b);
    const quantile = (share: number) => lengths[Math.floor(lengths.length * share)] ?? 0;
    expect(quantile(0.5)).toBeLessThanOrEqual(MEDIAN_LINES_MAX);
    expect(quantile(0.95)).toBeLessThanOrEqual(P95_LINES_MAX);
  });
});
