import { describe, expect, it } from "vitest";
import { announcedCanaries, asText, canaryFolder } from "./canary-tree.ts";
import { judgeFiles } from "./tidy/rule.ts";
import { readSourceFile, readSourceFiles } from "./tidy/source-files.ts";
import {
  aboveBaseline,
  countByFolder,
  loweredBaseline,
  readBaseline,
  wordingInDocuments,
  wordingInSources,
} from "./tidy/wording-files.ts";
import { BRITISH_SPELLINGS, TRANSLATED_PHRASES, wordingRules } from "./tidy/wording-rules.ts";

/**
 * Some slack, so that changes that remove only a few leftovers do not need to update the baseline.
 */
const SLACK_SHARE = 0.1;
const SLACK_COUNT = 10;

const counts = countByFolder(wordingInSources());

describe("wording", () => {
  it("wording: documents use no rejected phrase and no British spelling", () => {
    const found = wordingInDocuments().map(
      ({ path, line, message }) => `${path}:${line} ${message}`,
    );
    expect(found).toEqual([]);
  });

  it("wording: no folder of source files exceeds its baseline of rejected wordings", () => {
    // `npm run wording -- <path>` lists the findings.
    expect(aboveBaseline(counts, readBaseline())).toEqual([]);
  });

  it("wording: the baseline is lowered when leftovers are removed", () => {
    // `npm run wording -- --lower` lowers it.
    const loose = Object.entries(readBaseline()).flatMap(([rule, folders]) =>
      Object.entries(folders).filter(([folder, most]) => {
        const count = counts[rule]?.[folder] ?? 0;
        return most > count * (1 + SLACK_SHARE) + SLACK_COUNT;
      }),
    );
    expect(loose).toEqual([]);
  });

  it("wording: the baseline can be lowered but never raised", () => {
    const baseline = { phrase: { "apps/web": 5, e2e: 2, tools: 1 } };
    const now = { phrase: { "apps/web": 3, e2e: 4, bench: 7 } };
    expect(loweredBaseline(baseline, now)).toEqual({ phrase: { "apps/web": 3, e2e: 2 } });
    expect(aboveBaseline(now, baseline)).toEqual([
      "e2e: 4 of phrase, at most 2",
      "bench: 7 of phrase, at most 0",
    ]);
  });

  it("wording: findings are counted by rule and part of the repository", () => {
    const finding = { rule: "phrase", line: 1, message: "" };
    const paths = ["apps/web/src/a.ts", "apps/web/src/b.ts", "packages/money/c.ts", "e2e/d.ts"];
    expect(countByFolder(paths.map((path) => ({ ...finding, path })))).toEqual({
      phrase: { "apps/web": 2, "packages/money": 1, e2e: 1 },
    });
  });
});

describe("wording rules", () => {
  const folder = canaryFolder("wording");
  const documents = ["translated", "british", "clean"].map((name) =>
    readSourceFile(folder, `docs/${name}.md`),
  );

  it("wording: every canary is flagged by its own rule, and by no other", () => {
    const found = judgeFiles([...documents, ...readSourceFiles(folder)], wordingRules);
    expect(announcedCanaries("wording")).toHaveLength(4);
    expect(asText(found)).toEqual(asText(announcedCanaries("wording")));
  });

  it.each([...TRANSLATED_PHRASES, ...BRITISH_SPELLINGS])("wording: flags $refused", (wording) => {
    const [file] = readSourceFiles(folder);
    const planted = file === undefined ? [] : [{ ...file, text: wording.example }];
    const found = judgeFiles(planted, wordingRules);
    expect(found.map(({ message }) => message)).toContainEqual(
      expect.stringContaining(`write ${wording.instead}.`),
    );
  });
});
