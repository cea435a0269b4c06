import { describe, expect, it } from "vitest";
import { root } from "../scripts/repository.ts";
import { allRules } from "./tidy/all-rules.ts";
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
