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

/**
 * Everything that people read and that is not TypeScript or SQL: documents, help articles, legal
 * texts, the console's messages and the comments of files for operators. Published versions of
 * legal texts are left out, because they never change.
 */
const TEXTS = [
  "*.md",
  "docs/**/*.md",
  ".github/*.md",
  "{apps,packages,tools}/*/*.md",
  "apps/web/src/**/texts/*.en.json",
  "apps/web/src/**/en.po",
  "apps/web/index.html",
  "deploy/**/*.{conf,json,service,tpl,yaml}",
  "{.env.example,Dockerfile,compose.yaml}",
];

/** Returns the paths of the texts in which no finding is allowed. */
export function textPaths(): readonly string[] {
  return globSync(TEXTS, { cwd: fromRoot() }).map((path) => path.replaceAll("\\", "/"));
}

/** Returns the findings in texts, where no finding is allowed. */
export function wordingInTexts(): readonly Violation[] {
  const texts = textPaths().map((path) => readSourceFile(root, path));
  return judgeFiles(texts, wordingRules);
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
