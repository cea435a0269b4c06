import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ENVIRONMENT } from "../apps/server/src/platform/config/config-schema.ts";
import { fromRoot } from "../scripts/repository.ts";
import { missingNames, missingPaths } from "./named-paths.ts";

const { CONTEXTS, MODULE } = createRequire(import.meta.url)("./server-modules.cjs") as {
  readonly CONTEXTS: readonly string[];
  readonly MODULE: string;
};

const read = (file: string): string => readFileSync(fromRoot(file), "utf8");
const documents = globSync(["*.md", "docs/**/*.md", "{apps,packages,tools}/**/README.md"], {
  cwd: fromRoot(),
  exclude: (file) => path.basename(file.toString()) === "node_modules",
}).filter((file) => file !== path.join("docs", "decisions", "template.md"));

/** Guides to the source code. File names in them are checked even if no folder is named. */
const GUIDES = [
  "docs/tour.md",
  "docs/call-end-to-end.md",
  "docs/idempotency.md",
  "docs/architecture.md",
] as const;

const hasPath = (name: string): boolean => existsSync(fromRoot(name));

/** Returns the names of all source files and documents. */
function fileNames(): ReadonlySet<string> {
  const files = globSync(
    ["{apps,bench,e2e,packages,scripts,tools}/**/*.{ts,tsx,sql}", "docs/**/*.md"],
    {
      cwd: fromRoot(),
      exclude: (file) => path.basename(file.toString()) === "node_modules",
    },
  );
  return new Set(files.map((file) => path.basename(file)));
}

/** Matches the title with its number, the status and the date. */
const DECISION_HEAD =
  /^# \d{4} .+\n\n- \*\*Status:\*\* (Accepted|Superseded)[^#]*\n- \*\*Date:\*\* \d{4}-\d\d-\d\d\n/;
const DECISION_HEADINGS = "Context,Decision,Consequences,Alternatives";
/** Maximum length of a decision: about two printed pages. */
const DECISION_WORDS_MAX = 900;
/** Paths of the decisions below `docs/decisions`, with forward slashes. */
const decisions = globSync("**/[0-9]*.md", { cwd: fromRoot("docs/decisions") }).map((file) =>
  file.split(path.sep).join("/"),
);
const readDecision = (file: string): string => read(`docs/decisions/${file}`);

/** Returns the matches of a pattern's first group, each with the document that contains it. */
function namedBy(pattern: RegExp): readonly (readonly [document: string, name: string])[] {
  return documents.flatMap((file) =>
    [...read(file).matchAll(pattern)].map(([, name = ""]) => [file, name] as const),
  );
}

/** Returns the names in the first column of a document's tables. */
function namesInTables(document: string): readonly string[] {
  return [...read(document).matchAll(/^\| `([a-z/-]+)` \|/gm)].map(([, name = ""]) => name);
}

describe("the documents", () => {
  it("documents: every setting they mention exists, and .env.example contains all settings", () => {
    const listed = [...read(".env.example").matchAll(/^# ([A-Z0-9_]+)=/gm)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual([...new Set(listed)].toSorted());
    expect(listed.toSorted()).toEqual(Object.keys(ENVIRONMENT.shape).toSorted());
  });

  it("documents: .env.example contains the default of each setting", () => {
    const example = read(".env.example");
    const told = Object.entries(ENVIRONMENT.shape).flatMap(([name, schema]) => {
      const { success, data } = schema.safeParse(undefined);
      return success && typeof data === "string" ? [`# ${name}=${data}`] : [];
    });
    expect(told.filter((line) => !example.split("\n").includes(line))).toEqual([]);
  });

  it("documents: every npm script they mention exists", () => {
    const { scripts } = JSON.parse(read("package.json"));
    const console = JSON.parse(read("apps/web/package.json"));
    const unknown = namedBy(/npm run ([a-z:-]+)/g).filter(
      ([file, name]) => !(name in (file.startsWith("apps/web") ? console.scripts : scripts)),
    );
    expect(unknown).toEqual([]);
  });

  it("documents: every Tessera command they mention exists", () => {
    const unknown = namedBy(/npm run tessera -- ([a-z][a-z-]+)/g).filter(
      ([, name]) =>
        globSync(`apps/server/src/operations/*/${name}.ts`, { cwd: fromRoot() }).length === 0,
    );
    expect(unknown).toEqual([]);
  });

  it("documents: every path they mention exists", () => {
    const gone = documents.flatMap((file) =>
      missingPaths(read(file), { hasPath }).map((name) => [file, name] as const),
    );
    expect(gone).toEqual([]);
  });

  it.each(GUIDES)(
    "documents: every file mentioned in %s exists, with or without its folder",
    (guide) => {
      const names = fileNames();
      const text = read(guide);
      expect(text.match(/`(?:apps|packages)\/[^`]+`/g)?.length).toBeGreaterThan(4);
      const hasName = (name: string) => names.has(name);
      expect([...missingPaths(text, { hasPath }), ...missingNames(text, { hasName })]).toEqual([]);
    },
  );

  it("documents: the check flags paths and file names that do not exist", () => {
    const planted = `${read("docs/tour.md")} \`apps/server/src/gone.ts\` and \`gone.policy.ts\`.`;
    expect(missingPaths(planted, { hasPath })).toEqual(["apps/server/src/gone.ts"]);
    const names = fileNames();
    expect(missingNames(planted, { hasName: (name) => names.has(name) })).toEqual([
      "gone.policy.ts",
    ]);
  });

  it("documents: none contains the markers of an unresolved merge", () => {
    const marker = /^(?:<{7} |={7}$|>{7} )/m;
    expect(marker.test(`a\n${"<".repeat(7)} HEAD\nb`)).toBe(true);
    expect(documents.filter((file) => marker.test(read(file)))).toEqual([]);
  });

  it("documents: every page they link to exists", () => {
    const gone = namedBy(/\]\(([^)#:]+)(?:#[^)]*)?\)/g).filter(
      ([file, name]) => !existsSync(fromRoot(path.dirname(file), name)),
    );
    expect(gone).toEqual([]);
  });

  it("documents: the architecture lists every module of the server", () => {
    const told = namesInTables("docs/architecture.md");
    const root = fromRoot("apps/server/src");
    const modules = readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".module.ts"))
      .map((file) => path.dirname(file))
      .filter((folder) => new RegExp(`^${MODULE}$`).test(`apps/server/src/${folder}`));
    expect(modules.length).toBeGreaterThan(50);
    expect(modules.filter((name) => !told.includes(name))).toEqual([]);
    const entered = told.filter((name) => CONTEXTS.includes(name.split("/")[0] ?? ""));
    expect(entered.filter((name) => !modules.includes(name))).toEqual([]);
  });

  it("documents: the architecture has a sentence for each boundary rule", () => {
    const told = namesInTables("docs/architecture.md");
    const rules = [...read(".dependency-cruiser.cjs").matchAll(/^ {6}name: "([a-z-]+)"/gm)];
    expect(rules.length).toBeGreaterThan(0);
    expect(rules.map(([, name = ""]) => name).filter((name) => !told.includes(name))).toEqual([]);
  });

  it("documents: the index lists every decision with its number and title", () => {
    const listed = read("docs/decisions/README.md");
    expect(decisions.length).toBeGreaterThan(90);
    const missing = decisions.filter((file) => {
      const [, number = "", title = ""] = /^# (\d{4}) (.+)$/m.exec(readDecision(file)) ?? [];
      return !listed.includes(`| [${number}](${file}) | ${title}`);
    });
    expect(missing).toEqual([]);
  });

  it("documents: every decision follows the template and fits on two pages", () => {
    const other = decisions.filter((file) => {
      const text = readDecision(file);
      const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
      const isTemplate = DECISION_HEAD.test(text) && headings.join() === DECISION_HEADINGS;
      return !isTemplate || text.split(/\s+/).length > DECISION_WORDS_MAX;
    });
    expect(other).toEqual([]);
    const numbers = decisions.map((file) => path.basename(file).slice(0, 4));
    expect(numbers).toEqual([...new Set(numbers)]);
  });
});
