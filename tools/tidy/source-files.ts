import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

export interface SourceFile {
  /** Relative to the tree's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
  /** Whether it is a test or exists only for tests. */
  readonly isTest: boolean;
  /** Parsed on first use; for TypeScript and JavaScript only. */
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

/** Whether syntax rules apply to it. */
export function isScript(file: SourceFile): boolean {
  return /\.(tsx?|mjs|cjs|js)$/.test(file.path);
}

function sourcePaths(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) {
      // Only code folders have "screens"; the one next to package.json contains pictures.
      const skipped = entry.name === "screens" ? folder === "" : NOT_OURS.has(entry.name);
      return skipped || entry.name.startsWith(".") ? [] : sourcePaths(root, file);
    }
    const isWritten = READ.has(path.extname(entry.name)) && !GENERATED.test(entry.name);
    return isWritten ? [file] : [];
  });
}

/** Reads one file, by its path below `root`. */
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
