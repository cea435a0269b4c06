import ts from "typescript";
import { isScript, type SourceFile } from "./source-files.ts";

export interface Violation {
  readonly rule: string;
  readonly path: string;
  /** Line number, from 1. */
  readonly line: number;
  readonly message: string;
}

export interface Rule {
  readonly name: string;
  readonly check: (file: SourceFile) => readonly Finding[];
}

export interface Finding {
  readonly line: number;
  readonly message: string;
}

/** Creates a rule that checks each syntax node of every script that `appliesTo` accepts. */
export function syntaxRule(
  name: string,
  appliesTo: (file: SourceFile) => boolean,
  judge: (node: ts.Node, file: SourceFile) => string | undefined,
): Rule {
  return {
    name,
    check: (file) => {
      if (!isScript(file) || !appliesTo(file)) {
        return [];
      }
      const findings: Finding[] = [];
      const visit = (node: ts.Node): void => {
        const message = judge(node, file);
        if (message !== undefined) {
          findings.push({ line: lineOf(node, file), message });
        }
        ts.forEachChild(node, visit);
      };
      visit(file.syntax());
      return findings;
    },
  };
}

/** Creates a rule that checks each line of every file that `appliesTo` accepts. */
export function lineRule(
  name: string,
  appliesTo: (file: SourceFile) => boolean,
  judge: (line: string) => string | undefined,
): Rule {
  return {
    name,
    check: (file) =>
      appliesTo(file)
        ? file.lines.flatMap((line, index) => {
            const message = judge(line);
            return message === undefined ? [] : [{ line: index + 1, message }];
          })
        : [],
  };
}

/** Returns the line on which `node` starts, from 1. */
export function lineOf(node: ts.Node, file: SourceFile): number {
  const syntax = file.syntax();
  return syntax.getLineAndCharacterOfPosition(node.getStart(syntax)).line + 1;
}

/** Returns the findings of `rules` in `files`. */
export function judgeFiles(
  files: readonly SourceFile[],
  rules: readonly Rule[],
): readonly Violation[] {
  return files.flatMap((file) =>
    rules.flatMap(({ name, check }) =>
      check(file).map((finding) => ({ rule: name, path: file.path, ...finding })),
    ),
  );
}
