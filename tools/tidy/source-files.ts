import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

export interface SourceFile {
  /** Path relative to the tree's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
  /** Whether the file is a test or exists only for tests. */
  readonly isTest: boolean;
  /** Returns the syntax tree, parsed on first use; only for TypeScript and JavaScript. */
  readonly syntax: () => ts.SourceFile;
}

const READ = new Set([".ts", ".tsx", ".mjs", ".cjs", ".js", ".css", ".sql"]);
const GENERATED = /\.generated\.ts$/;
const NOT_OURS = new Set([
  "node_modules",
  "dist",
  "coverage",
  "screens",
  "test-results",
  "canaries",
]);

/** Returns every file below `root` that rules apply to. Hidden folders are left out. */
export function readSourceFiles(root: string): readonly SourceFile[] {
  return sourcePaths(root, "").map((file) => readSourceFile(root, file));
}

/**
 * Returns whether no rule applies below the folder `name` of `parent`. A folder named "screens"
 * contains code, except for the one next to package.json, which contains pictures.
 */
export function isLeftOut(parent: string, name: string): boolean {
  const isNotOurs = name === "screens" ? parent === "" : NOT_OURS.has(name);
  return isNotOurs || name.startsWith(".");
}

/** Returns whether syntax rules apply to a file. */
export function isScript(file: SourceFile): boolean {
  return /\.(tsx?|mjs|cjs|js)$/.test(file.path);
}

function sourcePaths(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) {
      return isLeftOut(folder, entry.name) ? [] : sourcePaths(root, file);
    }
    const isWritten = READ.has(path.extname(entry.name)) && !GENERATED.test(entry.name);
    return isWritten ? [file] : [];
  });
}

/** Reads one file by its path below `root`. */
export function readSourceFile(root: string, file: string): SourceFile {
  const text = readFileSync(path.join(root, file), "utf8");
  let parsed: ts.SourceFile | undefined;
  return {
    path: file,
    text,
    lines: text.replace(/\n$/, "").split("\n"),
    isTest: /\.(test|spec)\.tsx?$|^e2e\/|\/testing\//.test(file),
    syntax: () => {
      const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
      parsed ??= ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
      return parsed;
    },
  };
}
