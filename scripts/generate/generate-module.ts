import { createRequire } from "node:module";
import { camelCase, fillTemplate } from "./fill-template.ts";
import type { WorkingTree } from "./working-tree.ts";

const { CONTEXTS, SERVER } = createRequire(import.meta.url)("../../tools/server-modules.cjs") as {
  readonly CONTEXTS: readonly string[];
  readonly SERVER: string;
};

/** The context that a module belongs to, and the module's name. */
export interface ModuleName {
  readonly context: string;
  readonly module: string;
}

/**
 * Splits `insights/goals` into context and name.
 *
 * @throws RangeError for a nonexistent context or a malformed name
 */
export function parseModuleName(name: string): ModuleName {
  const [, context = "", module = ""] = /^([a-z-]+)\/([a-z][a-z0-9-]*)$/.exec(name) ?? [];
  if (!CONTEXTS.includes(context)) {
    throw new RangeError(`${name} must be <context>/<name>, in one of ${CONTEXTS.join(", ")}.`);
  }
  return { context, module };
}

/** Returns the folder of a module. */
export function moduleFolder({ context, module }: ModuleName): string {
  return `${SERVER}${context}/${module}`;
}

/** Generates an empty module: its entry point, its manifest, a test, and its line in each list. */
export function generateModule(tree: WorkingTree, name: ModuleName): void {
  const { context, module } = name;
  const moduleCamel = camelCase(module);
  const values = { context, module, moduleCamel };
  const folder = moduleFolder(name);
  tree.create(`${folder}/index.ts`, fillTemplate("module/index.ts.template", values));
  tree.create(`${folder}/${module}.module.ts`, fillTemplate("module/module.ts.template", values));
  tree.create(
    `${folder}/${module}.test.ts`,
    fillTemplate("module/module.test.ts.template", values),
  );
  tree.change(`${SERVER}modules.ts`, (text) => {
    const file = `./${context}/${module}/${module}.module.ts`;
    const line = `import { ${moduleCamel}Module } from "${file}";`;
    const section = new RegExp(`(\\n  // ${context}\\n(?:  \\w+,\\n)*)`);
    return text.replace(/^/, `${line}\n`).replace(section, `$1  ${moduleCamel}Module,\n`);
  });
  tree.change("docs/architecture.md", (text) => {
    const rows = new RegExp(`((?:^\\| \`${context}/.*\\n)+)`, "m");
    return text.replace(rows, `$1| \`${context}/${module}\` | describe what it does |\n`);
  });
}
