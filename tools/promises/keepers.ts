import { existsSync, globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import ts from "typescript";
import { ENDPOINTS } from "../../packages/contract/src/endpoints.ts";
import { fromRoot } from "../../scripts/repository.ts";
import { allRules } from "../tidy/all-rules.ts";

/**
 * Names of work in progress whose tests do not exist yet. A promise may refer to such work as
 * `pending: name`. While the list is empty, the check rejects every `pending` keeper.
 */
const PENDING: readonly string[] = [];

/** Returns what is wrong with a keeper; undefined if the keeper exists. */
export type KeeperCheck = (keeper: string) => string | undefined;

/**
 * Returns a function that checks keepers against the repository: a test (`path › name`) by its file
 * and exact name, a call by the contract, a job by the server's code, and a rule by the checkers'
 * lists.
 */
export function keeperCheck(pending: readonly string[] = PENDING): KeeperCheck {
  const namesIn = new Map<string, ReadonlySet<string>>();
  const kinds: readonly [start: RegExp, names: ReadonlySet<string>, problem: string][] = [
    [/^(?=(GET|POST|PUT|DELETE) \/)/, endpointNames(), "The contract has no such call"],
    [/^job: /, jobNames(), "The server has no such job"],
    [/^rule: /, ruleNames(), "No checker has such a rule"],
    [/^pending: /, new Set(pending), "Nothing is pending under this name"],
  ];
  return (keeper) => {
    if (keeper.includes(" › ")) {
      return problemOfTest(keeper, namesIn);
    }
    const [start, names, problem] = kinds.find(([one]) => one.test(keeper)) ?? [];
    if (start === undefined || names === undefined) {
      return "Neither a test (path › name), a call, a job nor a rule";
    }
    return names.has(keeper.replace(start, "")) ? undefined : problem;
  };
}

function problemOfTest(
  keeper: string,
  namesIn: Map<string, ReadonlySet<string>>,
): string | undefined {
  const [file = "", name = ""] = keeper.split(/ › (.*)/s);
  if (!/\.(test|spec)\.tsx?$/.test(file) || !existsSync(fromRoot(file))) {
    return "There is no such test file";
  }
  const names = namesIn.get(file) ?? testNames(readFileSync(fromRoot(file), "utf8"), file);
  namesIn.set(file, names);
  return names.has(name) ? undefined : "The file has no test of this name";
}

/** Returns the names of the tests in a file, as written in the source, including any `${…}`. */
export function testNames(text: string, file = "some.test.tsx"): ReadonlySet<string> {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTestFunction(node.expression)) {
      const [name] = node.arguments;
      if (name !== undefined && ts.isStringLiteralLike(name)) {
        names.add(name.text);
      } else if (name !== undefined && ts.isTemplateExpression(name)) {
        names.add(name.getText(source).slice(1, -1));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

/** Returns whether an expression is `it`, `test`, or what `it.each(…)` or `test.for(…)` returns. */
function isTestFunction(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) {
    return callee.text === "it" || callee.text === "test";
  }
  const each = ts.isCallExpression(callee) ? callee.expression : undefined;
  return (
    each !== undefined &&
    ts.isPropertyAccessExpression(each) &&
    (each.name.text === "each" || each.name.text === "for") &&
    isTestFunction(each.expression)
  );
}

function endpointNames(): ReadonlySet<string> {
  const endpoints = Object.values(ENDPOINTS).flatMap((feature) => Object.values(feature));
  return new Set(endpoints.map(({ method, path }) => `${method} ${path}`));
}

function jobNames(): ReadonlySet<string> {
  const files = globSync("apps/server/src/**/*.ts", { cwd: fromRoot() });
  const names = files
    .filter((file) => !file.endsWith(".test.ts"))
    .flatMap((file) => {
      const text = readFileSync(fromRoot(file), "utf8");
      return [...text.matchAll(/(?:\.every\(\s*[\w.]+,\s*|\bname: )"([a-z]+\.[a-z-]+)"/g)];
    })
    .map(([, name = ""]) => name);
  return new Set(names);
}

function ruleNames(): ReadonlySet<string> {
  const boundaries = [".dependency-cruiser.cjs", ".dependency-cruiser.modules.cjs"].flatMap(
    (config) => {
      const { forbidden } = createRequire(import.meta.url)(fromRoot(config)) as {
        readonly forbidden: readonly { readonly name: string }[];
      };
      return forbidden;
    },
  );
  return new Set([...boundaries, ...allRules].map(({ name }) => name));
}
