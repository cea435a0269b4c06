import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ERRORS } from "../packages/contract/src/errors/catalog.ts";
import { DECLINES } from "../packages/contract/src/errors/declines.ts";
import { FIELD_TEXTS } from "../packages/contract/src/errors/field-texts.ts";
import { fromRoot } from "../scripts/repository.ts";

const read = (file: string): string => readFileSync(fromRoot(file), "utf8");
const isTest = (file: string): boolean => /\.test\.tsx?$|\/testing\//.test(file);

function sourcesOf(...patterns: readonly string[]): string {
  return globSync(patterns, { cwd: fromRoot() })
    .filter((file) => !isTest(file))
    .map(read)
    .join("\n");
}

/**
 * Returns the code that may use a style sheet's classes: the files that import the sheet, and the
 * sheet's own folder.
 */
function usersOf(sheet: string): string {
  const name = `${path.basename(sheet)}"`;
  const folder = `${path.dirname(sheet)}/`;
  return globSync("apps/web/src/**/*.{ts,tsx}", { cwd: fromRoot() })
    .map((file) => ({ file, code: read(file) }))
    .filter(({ file, code }) => file.startsWith(folder) || code.includes(name))
    .map(({ code }) => code)
    .join("\n");
}

/** Returns the words between quotes in a folder's code. */
function wordsOf(source: string): ReadonlySet<string> {
  return new Set([...source.matchAll(/["'`]([\w-]+)["'`]/g)].map(([, word = ""]) => word));
}

describe("unused code and texts", () => {
  it("unused: every error, decline and field text in the catalog is used", () => {
    const said = wordsOf(
      [
        sourcesOf("apps/server/src/**/*.ts"),
        sourcesOf("packages/contract/src/*.ts", "packages/contract/src/!(errors)/*.ts"),
      ].join("\n"),
    );
    const codes = [ERRORS, DECLINES, FIELD_TEXTS].flatMap((texts) => Object.keys(texts));
    expect(codes.length).toBeGreaterThan(100);
    expect(codes.filter((code) => !said.has(code))).toEqual([]);
  });

  it("unused: every class in the console's style sheets is used", () => {
    const sheets = globSync("apps/web/src/**/*.module.css", { cwd: fromRoot() });
    expect(sheets.length).toBeGreaterThan(0);
    const unused = sheets.flatMap((sheet) => {
      const code = usersOf(sheet);
      const classes = new Set(
        [...read(sheet).matchAll(/\.([a-z][\w-]*)(?=[^{}]*\{)/gi)].map(([, name = ""]) => name),
      );
      return [...classes]
        .filter((name) => !new RegExp(`(?:\\.|"|')${name}\\b`).test(code))
        .map((name) => `${sheet}: .${name}`);
    });
    expect(unused).toEqual([]);
  });
});
