import { camelCase, fillTemplate, pascalCase, type TemplateValues } from "./fill-template.ts";
import { type ModuleName, moduleFolder } from "./generate-module.ts";
import type { WorkingTree } from "./working-tree.ts";

const CONTRACT = "packages/contract/src";
const METHODS = ["GET", "POST", "PUT", "DELETE"];

/** A call to generate. */
export interface NewCall {
  readonly name: ModuleName;
  /** The operation's name, starting with a verb: `set-goal`. */
  readonly operation: string;
  readonly method: string;
  /** The path, with `:id` if the call is about a single item. */
  readonly path: string;
}

/**
 * Generates a working call: the contract's endpoint and schemas, the operation, its route, and a
 * test with one success and one error.
 *
 * @throws RangeError for an invalid method, path or name
 */
export function generateCall(tree: WorkingTree, call: NewCall): void {
  requireCall(call);
  const folder = moduleFolder(call.name);
  const endpoints = `${CONTRACT}/${call.name.context}/${call.name.module}.endpoints.ts`;
  const values = valuesOf(call, tree.has(endpoints) ? tree.read(endpoints) : "");
  writeContract(tree, call, endpoints, values);
  const file = `${folder}/${call.operation}`;
  tree.create(`${file}.ts`, tidied(fillTemplate("call/operation.ts.template", values)));
  tree.create(`${file}.test.ts`, tidied(fillTemplate("call/test.ts.template", values)));
  writeRoute(tree, call, values);
}

function requireCall({ method, path, operation }: NewCall): void {
  if (!METHODS.includes(method)) {
    throw new RangeError(`The method must be one of ${METHODS.join(", ")}, not ${method}.`);
  }
  if (!/^\/api\/[a-z0-9/-]+(?:\/:id)?(?:\/[a-z-]+)*$/.test(path)) {
    throw new RangeError(`The path must be like /api/goals or /api/goals/:id, not ${path}.`);
  }
  if (!/^[a-z]+(?:-[a-z0-9]+)+$/.test(operation)) {
    throw new RangeError(`The operation must be verb-noun, like set-goal, not ${operation}.`);
  }
}

/** Returns the name of the object that collects the endpoints of a contract file. */
function groupIn(endpoints: string): string | undefined {
  return /export const (\w+) = \{[^}]*\} as const;/.exec(endpoints)?.[1];
}

function valuesOf({ name, operation, method, path }: NewCall, endpoints: string): TemplateValues {
  const { context, module } = name;
  const moduleCamel = camelCase(module);
  const body = method === "POST" || method === "PUT";
  const params = path.includes(":id");
  const has = (constant: string) =>
    endpoints === "" || endpoints.includes(`\nconst ${constant} = `);
  const request = `${method} ${path.replace(":id", "$" + "{newId()}")}`;
  return {
    context,
    module,
    moduleCamel,
    modulePascal: pascalCase(module),
    call: camelCase(operation),
    callPascal: pascalCase(operation),
    callWords: operation.replaceAll("-", " "),
    operation,
    method,
    path,
    tag: has("tag") ? "tag" : `tag: ${JSON.stringify(module)}`,
    access: has("access") ? "access" : 'access: "session"',
    group: groupIn(endpoints) ?? `${moduleCamel}Endpoints`,
    up: "../../",
    requestText: params ? `\`${request}\`` : JSON.stringify(request),
    routeInput: `{ session${params ? ", params" : ""}${body ? ", body" : ""} }`,
    body,
    noBody: !body,
    params,
  };
}

function writeContract(
  tree: WorkingTree,
  { name: { context, module }, operation }: NewCall,
  endpoints: string,
  values: TemplateValues,
): void {
  const call = camelCase(operation);
  const schemas = `${CONTRACT}/${context}/${module}.schemas.ts`;
  if (!tree.has(schemas)) {
    tree.create(schemas, 'import * as z from "zod/mini";\n');
  }
  tree.change(schemas, (text) => {
    const fields = values.body === true ? ["line", "timestamp"] : ["timestamp"];
    const withFields = withImport(text, "../fields.ts", fields);
    return `${withFields}\n${fillTemplate("call/schemas.ts.template", values)}`;
  });
  if (!tree.has(endpoints)) {
    tree.create(endpoints, fillTemplate("call/endpoints.ts.template", values));
    tree.change(`${CONTRACT}/endpoints.ts`, (text) =>
      withImport(text, `./${context}/${module}.endpoints.ts`, [String(values.group)]).replace(
        "\n} as const;",
        `\n  ${JSON.stringify(module)}: ${values.group},\n} as const;`,
      ),
    );
  }
  tree.change(endpoints, (text) => {
    const imported = [`${call}Result`, ...(values.body === true ? [`${call}Body`] : [])];
    const withSchemas = withImport(text, `./${module}.schemas.ts`, imported);
    const withParams =
      values.params === true ? withImport(withSchemas, "../fields.ts", ["idParams"]) : withSchemas;
    const group = new RegExp(`export const ${values.group} = \\{([^}]*)\\} as const;`);
    return withParams.replace(group, (_, members: string) => {
      const all = [...members.split(",").map((one) => one.trim()), call].filter(
        (one) => one !== "",
      );
      const endpoint = fillTemplate("call/endpoint.ts.template", values);
      return `${endpoint}\nexport const ${values.group} = { ${all.join(", ")} } as const;`;
    });
  });
}

function writeRoute(tree: WorkingTree, { name, operation }: NewCall, values: TemplateValues): void {
  const { context, module } = name;
  const folder = moduleFolder(name);
  const existing = tree.list(folder).find((file) => file.endsWith(".routes.ts"));
  const routes = `${folder}/${existing ?? `${module}.routes.ts`}`;
  if (existing === undefined) {
    tree.create(routes, fillTemplate("call/routes.ts.template", values));
    const register = `register${values.modulePascal}Routes`;
    tree.change(`${folder}/${module}.module.ts`, (text) =>
      withImport(text, `./${module}.routes.ts`, [register]).replace(
        "routes: []",
        `routes: [${register}]`,
      ),
    );
  }
  tree.change(routes, (text) => {
    const contract = `@tessera/contract/${context}/${module}.endpoints`;
    const withContract = withImport(text, contract, [String(values.group)]);
    const withOperation = withImport(withContract, `./${operation}.ts`, [camelCase(operation)]);
    return withOperation.replace(
      /(export function register\w+\([^)]*\): void \{\n[\s\S]*?)^\}/m,
      `$1${fillTemplate("call/route.ts.template", values)}}`,
    );
  });
}

/** Adds names to a file's import statement, or adds the statement at the top. */
function withImport(text: string, from: string, names: readonly string[]): string {
  const present = new RegExp(`import \\{([^}]*)\\} from "${from.replaceAll(".", "\\.")}";`);
  const known = present.exec(text)?.[1] ?? "";
  const all = new Set([...known.split(",").map((one) => one.trim()), ...names]);
  all.delete("");
  const line = `import { ${[...all].sort().join(", ")} } from "${from}";`;
  return known === "" ? `${line}\n${text}` : text.replace(present, line);
}

/** Removes lines that are empty because a section of a template was left out. */
function tidied(text: string): string {
  return `${text.replace(/\n[ \t]*\n(?=[ \t]*\})/g, "\n").trim()}\n`;
}
