import ts from "typescript";
import { lineOf, type Rule, syntaxRule } from "./rule.ts";
import type { SourceFile } from "./source-files.ts";

const FILE_LINES_MAX = 400;
const TEST_FILE_LINES_MAX = 600;
const FUNCTION_LINES_MAX = 70;
const COMPONENT_LINES_MAX = 200;
const COLUMNS_MAX = 100;

/**
 * Limits the length of files. SQL is exempt: a released migration never changes, and a function is
 * a single statement.
 */
const fileLength: Rule = {
  name: "file-length",
  check: ({ path, lines, isTest }) => {
    if (path.endsWith(".sql")) {
      return [];
    }
    const max = isTest ? TEST_FILE_LINES_MAX : FILE_LINES_MAX;
    return lines.length > max
      ? [{ line: max + 1, message: `${lines.length} lines; at most ${max}. Split it.` }]
      : [];
  },
};

/**
 * Matches a word (such as a URL or a pattern) that is so long that its line may have nowhere to
 * break.
 */
const UNBREAKABLE = /\S{80,}|https?:\/\//;
/** Matches code that Biome keeps on one line in the console: class lists and SVG paths. */
const CLASS_TEMPLATE = /className=\{`.*/;
const DRAWN_PATH = /\bd="[^"]*"/g;
/** Matches the migration with the job queue's tables, copied verbatim from pg-boss. */
const VERBATIM = /\/migrations\/\d+_jobs\.sql$/;

/** Limits the width of lines. Biome wraps code; comments, texts and SQL are wrapped by hand. */
const lineWidth: Rule = {
  name: "line-width",
  check: ({ path, lines }) =>
    VERBATIM.test(path)
      ? []
      : lines.flatMap((line, index) => {
          const columns = columnsOf(path.startsWith("apps/web/") ? withoutLists(line) : line);
          return columns > COLUMNS_MAX && !UNBREAKABLE.test(line)
            ? [{ line: index + 1, message: `${columns} columns; at most ${COLUMNS_MAX}.` }]
            : [];
        }),
};

function columnsOf(line: string): number {
  return [...line].length;
}

function withoutLists(line: string): string {
  return line
    .replace(DRAWN_PATH, "d")
    .replace(CLASS_TEMPLATE, "className")
    .replace(/"([^"]*)"/g, (quoted, text: string) => (isClassList(text) ? '""' : quoted));
}

/**
 * Returns whether a string is a list of CSS classes. Most classes contain a dash, a colon or a
 * bracket; sentences do not.
 */
function isClassList(text: string): boolean {
  const words = text.trim().split(/\s+/);
  return words.filter((word) => /[-:[]/.test(word)).length * 2 > words.length;
}

const functionLength = syntaxRule(
  "function-length",
  ({ isTest }) => !isTest,
  (node, file) => {
    if (!ts.isFunctionLike(node) || !("body" in node) || node.body === undefined) {
      return undefined;
    }
    const max = isComponent(node, file) ? COMPONENT_LINES_MAX : FUNCTION_LINES_MAX;
    const { line: last } = file.syntax().getLineAndCharacterOfPosition(node.end);
    const length = last + 2 - lineOf(node, file);
    return length > max ? `${length} lines; at most ${max}. Split it.` : undefined;
  },
);

/**
 * Returns whether a function is a component: in a `.tsx` file, with a name starting with a capital
 * letter.
 */
function isComponent(node: ts.SignatureDeclaration, file: SourceFile): boolean {
  if (!file.path.endsWith(".tsx")) {
    return false;
  }
  const named = ts.isVariableDeclaration(node.parent) ? node.parent.name : node.name;
  return named !== undefined && /^\p{Lu}/u.test(named.getText(file.syntax()));
}

export const sizeRules: readonly Rule[] = [fileLength, lineWidth, functionLength];
