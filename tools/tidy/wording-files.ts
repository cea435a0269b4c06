import { globSync, readFileSync } from "node:fs";
import { fromRoot, root } from "../../scripts/repository.ts";
import { judgeFiles, type Violation } from "./rule.ts";
import { readSourceFile, readSourceFiles } from "./source-files.ts";
import { wordingRules } from "./wording-rules.ts";

/** The file that records the number of leftovers by rule and folder. */
const BASELINE = "tools/tidy/wording-baseline.json";

/** The rules themselves and their test contain every rejected wording. */
const OWN_FILES = ["tools/tidy/wording-rules.ts", "tools/wording.test.ts"];

/** Number of findings by rule and folder. */
export type WordingCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Returns the findings in documents, where no finding is allowed. */
export function wordingInDocuments(): readonly Violation[] {
  const paths = globSync(["*.md", "docs/**/*.md", ".github/*.md", "{apps,packages,tools}/*/*.md"], {
    cwd: fromRoot(),
  });
  const documents = paths.map((path) => readSourceFile(root, path.replaceAll("\\", "/")));
  return judgeFiles(documents, wordingRules);
}

/** Returns the findings in source files, including tests. */
export function wordingInSources(): readonly Violation[] {
  const files = readSourceFiles(root).filter(({ path }) => !OWN_FILES.includes(path));
  return judgeFiles(files, wordingRules);
}

/** Counts findings by rule and by part of the repository, such as `apps/server` or `e2e`. */
export function countByFolder(violations: readonly Violation[]): WordingCounts {
  const counts: Record<string, Record<string, number>> = {};
  for (const { rule, path } of violations) {
    const [folder = ""] = /^(?:(?:apps|packages)\/)?[^/]+/.exec(path) ?? [];
    const ofRule = counts[rule] ?? {};
    counts[rule] = { ...ofRule, [folder]: (ofRule[folder] ?? 0) + 1 };
  }
  return counts;
}

/** Returns the counts that no folder may exceed. */
export function readBaseline(): WordingCounts {
  return JSON.parse(readFileSync(fromRoot(BASELINE), "utf8"));
}

/** Returns `baseline` lowered to `counts`. Counts never rise, and zeros are left out. */
export function loweredBaseline(baseline: WordingCounts, counts: WordingCounts): WordingCounts {
  const lowered = Object.entries(baseline).map(([rule, folders]) => {
    const left = Object.entries(folders).flatMap(([folder, most]) => {
      const count = Math.min(most, counts[rule]?.[folder] ?? 0);
      return count === 0 ? [] : [[folder, count] as const];
    });
    return [rule, Object.fromEntries(left)] as const;
  });
  return Object.fromEntries(lowered);
}

/** Returns the folders with more findings than the baseline allows. */
export function aboveBaseline(counts: WordingCounts, baseline: WordingCounts): readonly string[] {
  return Object.entries(counts).flatMap(([rule, folders]) =>
    Object.entries(folders).flatMap(([folder, count]) => {
      const most = baseline[rule]?.[folder] ?? 0;
      return count > most ? [`${folder}: ${count} of ${rule}, at most ${most}`] : [];
    }),
  );
}
