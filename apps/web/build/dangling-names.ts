import { type ESTree, parseAst } from "vite";

type Node = ESTree.Node;

/** TypeScript-only wrappers around a runtime value. Type erasure keeps the value. */
const ERASED_AROUND_VALUES = new Set([
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSNonNullExpression",
]);

/** Maps a node type to the property that holds a plain name rather than a variable reference. */
const NAMES_ONLY: Readonly<Record<string, string>> = {
  MemberExpression: "property",
  Property: "key",
  MethodDefinition: "key",
  PropertyDefinition: "key",
};

/**
 * Finds removed names that a module still uses as values.
 *
 * @param code the module's source after the removal
 * @param names the removed names
 * @returns the names still in use
 */
export function danglingNames(code: string, names: ReadonlySet<string>): readonly string[] {
  const used = new Set<string>();
  visit(parseAst(code, { lang: "ts" }), (name) => names.has(name) && used.add(name));
  return [...used];
}

/** Returns the names that an import or a declaration binds, except types, which are erased. */
export function namesOf(node: Node): readonly string[] {
  if (node.type === "ImportDeclaration") {
    return node.specifiers.map(({ local }) => local.name);
  }
  const declaration = node.type === "ExportNamedDeclaration" ? node.declaration : node;
  if (declaration?.type === "VariableDeclaration") {
    return declaration.declarations.flatMap(({ id }) => (id.type === "Identifier" ? id.name : []));
  }
  const isNamed =
    declaration?.type === "FunctionDeclaration" || declaration?.type === "ClassDeclaration";
  return isNamed && declaration.id ? [declaration.id.name] : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

function isErased({ type }: Node): boolean {
  return type.startsWith("TS") && !ERASED_AROUND_VALUES.has(type);
}

function visit(node: Node, onName: (name: string) => void): void {
  if (node.type === "Identifier") {
    onName(node.name);
  }
  const reexports = node.type === "ExportNamedDeclaration" && node.source !== null;
  if (node.type === "ImportDeclaration" || reexports || isErased(node)) {
    return;
  }
  const nameOnly = "computed" in node && node.computed ? undefined : NAMES_ONLY[node.type];
  for (const [part, value] of Object.entries(node)) {
    if (part !== nameOnly) {
      for (const child of [value].flat()) {
        if (isNode(child)) {
          visit(child, onName);
        }
      }
    }
  }
}
