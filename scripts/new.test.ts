import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateCall } from "./generate/generate-call.ts";
import { generateModule, parseModuleName } from "./generate/generate-module.ts";
import { openWorkingTree, type WorkingTree } from "./generate/working-tree.ts";
import { fromRoot } from "./repository.ts";

const WORKSPACES = {
  contract: "packages/contract",
  database: "packages/database",
  ledger: "packages/ledger",
  money: "packages/money",
  server: "apps/server",
} as const;

let root: string;
let tree: WorkingTree;

/**
 * Copies the source files that change when a call is generated, and links the repository's
 * packages.
 */
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), "tessera-new-"));
  for (const folder of [...Object.values(WORKSPACES), "docs"]) {
    cpSync(fromRoot(folder), path.join(root, folder), {
      recursive: true,
      filter: (file) => path.basename(file) !== "node_modules",
    });
  }
  cpSync(fromRoot("tsconfig.base.json"), path.join(root, "tsconfig.base.json"));
  mkdirSync(path.join(root, "node_modules/@tessera"), { recursive: true });
  for (const name of readdirSync(fromRoot("node_modules"))) {
    if (name !== "@tessera") {
      symlinkSync(fromRoot("node_modules", name), path.join(root, "node_modules", name));
    }
  }
  for (const [name, folder] of Object.entries(WORKSPACES)) {
    symlinkSync(path.join(root, folder), path.join(root, "node_modules/@tessera", name));
  }
  symlinkSync(fromRoot("apps/server/node_modules"), path.join(root, "apps/server/node_modules"));
  tree = openWorkingTree(root);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Returns the compiler's errors for the generated files. */
function typeErrors(): readonly string[] {
  const { config } = ts.readConfigFile(fromRoot("tsconfig.base.json"), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const files = tree.written.filter((file) => file.endsWith(".ts"));
  const program = ts.createProgram(
    files.map((file) => path.join(root, file)),
    { ...options, noEmit: true },
  );
  return files.flatMap((file) => {
    const source = program.getSourceFile(path.join(root, file));
    return [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ].map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`);
  });
}

const GOALS = parseModuleName("insights/goals");
/**
 * A generated test imports the entire server, which takes a long time to type-check on a busy
 * machine.
 */
const TYPE_CHECK_TIMEOUT_MS = 300_000;

describe("npm run new", () => {
  it(
    "npm run new: a module and its calls compile, each with a test",
    () => {
      generateModule(tree, GOALS);
      const call = { name: GOALS, operation: "set-goal", method: "PUT", path: "/api/goals/:id" };
      generateCall(tree, call);
      generateCall(tree, { ...call, operation: "list-goals", method: "GET", path: "/api/goals" });
      const spending = parseModuleName("insights/spending");
      generateCall(tree, {
        name: spending,
        operation: "hide-spending",
        method: "POST",
        path: "/api/figures/hidden",
      });
      expect(tree.written).toEqual(
        expect.arrayContaining([
          "apps/server/src/insights/goals/goals.module.ts",
          "apps/server/src/insights/goals/set-goal.test.ts",
          "apps/server/src/insights/goals/goals.routes.ts",
          "packages/contract/src/insights/goals.endpoints.ts",
          "packages/contract/src/endpoints.ts",
        ]),
      );
      expect(typeErrors()).toEqual([]);
    },
    TYPE_CHECK_TIMEOUT_MS,
  );

  it("npm run new: the module appears in the list of modules, and each call has a route", () => {
    expect(tree.read("apps/server/src/modules.ts")).toMatch(/\n {2}goalsModule,\n/);
    expect(tree.read("docs/architecture.md")).toContain("| `insights/goals` |");
    const routes = tree.read("apps/server/src/insights/goals/goals.routes.ts");
    expect(routes.match(/route\(app, context, goalsEndpoints\.\w+/g)).toHaveLength(2);
  });

  it("npm run new: rejects invalid names and paths, and files that already exist", () => {
    expect(() => parseModuleName("payments/goals")).toThrow(RangeError);
    const call = { name: GOALS, operation: "set-goal", method: "PUT", path: "/api/goals/:id" };
    expect(() => generateCall(tree, call)).toThrow(Error);
    expect(() => generateCall(tree, { ...call, operation: "goals" })).toThrow(RangeError);
    expect(() => generateCall(tree, { ...call, method: "PATCH" })).toThrow(RangeError);
    expect(() => generateCall(tree, { ...call, path: "goals" })).toThrow(RangeError);
  });
});
