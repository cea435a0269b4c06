import { LEGAL_TEXTS } from "@tessera/contract/identity/legal-versions";
import { describe, expect, it } from "vitest";
import { root } from "../scripts/repository.ts";
import { announcedCanaries, asText, canaryFolder } from "./canary-tree.ts";
import { judgeFiles } from "./tidy/rule.ts";
import { readSourceFile, readSourceFiles } from "./tidy/source-files.ts";
import {
  aboveBaseline,
  countByFolder,
  loweredBaseline,
  readBaseline,
  textPaths,
  wordingInSources,
  wordingInTexts,
} from "./tidy/wording-files.ts";
import {
  BRITISH_SPELLINGS,
  KEPT_NAMES,
  TRANSLATED_PHRASES,
  wordingRules,
} from "./tidy/wording-rules.ts";

/**
 * Some slack, so that changes that remove only a few leftovers do not need to update the baseline.
 */
const SLACK_SHARE = 0.1;
const SLACK_COUNT = 10;

const counts = countByFolder(wordingInSources());

describe("wording", () => {
  it("wording: texts use no rejected phrase and no British spelling", () => {
    const found = wordingInTexts().map(({ path, line, message }) => `${path}:${line} ${message}`);
    expect(found).toEqual([]);
  });

  it("wording: the check reads documents, help, legal texts, messages and container files", () => {
    const texts = "apps/web/src/features";
    expect(textPaths()).toEqual(
      expect.arrayContaining([
        "README.md",
        "docs/architecture.md",
        `${texts}/back-office/support/help/texts/articles.en.json`,
        ...LEGAL_TEXTS.map((name) => `${texts}/identity/legal/texts/${name}.en.json`),
        "apps/web/src/i18n/locales/en.po",
        "apps/web/src/i18n/locales/withdrawals/en.po",
        "compose.yaml",
        "deploy/monitoring/alerts.yaml",
      ]),
    );
    expect(textPaths().filter((path) => path.includes("/versions/"))).toEqual([]);
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
  const texts = ["docs/translated.md", "docs/british.md", "docs/clean.md"]
    .concat(["help.en.json", "terms.en.json", "en.po", "compose.yaml"].map((one) => `texts/${one}`))
    .map((one) => readSourceFile(folder, one));

  it("wording: every canary is flagged by its own rule, and by no other", () => {
    const found = judgeFiles([...texts, ...readSourceFiles(folder)], wordingRules);
    expect(announcedCanaries("wording")).toHaveLength(8);
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
  it.each(KEPT_NAMES)(
    "wording: $name is a name that a schema, a call or a link has",
    ({ name }) => {
      // A name that nothing contains any more leaves the list.
      const folders = /^(?:packages\/contract\/src|apps\/server\/src\/db)\//;
      const [used] = readSourceFiles(root).filter(
        ({ path, text }) => folders.test(path) && new RegExp(`\\b${name}\\b`).test(text),
      );
      expect(used).toBeDefined();
    },
  );

  it("wording: a kept name is rejected in prose", () => {
    const [file] = readSourceFiles(folder);
    for (const { name } of KEPT_NAMES.filter((one) => !one.name.includes("_"))) {
      const planted = file === undefined ? [] : [{ ...file, text: `// It was ${name} by then.` }];
      expect(judgeFiles(planted, wordingRules), name).toHaveLength(1);
    }
  });
});
