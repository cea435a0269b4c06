import { type ESTree, type Plugin, parseAst } from "vite";
import { danglingNames, namesOf } from "./dangling-names.ts";

/** Endpoint fields that only the server and the API reference use; the client reads the others. */
const NEEDLESS_OF_ENDPOINT = new Set([
  "summary",
  "tag",
  "roles",
  "params",
  "query",
  "body",
  "file",
  "maxFileBytes",
  "errors",
  "keys",
  "member",
  "idempotencyKey",
  "proof",
  "success",
]);
const ENDPOINTS = /\/packages\/contract\/src\/.*\.endpoints\.ts$/;
const SCHEMAS = /\/packages\/contract\/src\/.*\.schemas\.ts$/;

interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Removes validators from the browser's code. The server validates its input, and the type checker
 * checks the console, so the console needs only an endpoint's method, path and access, and the
 * constants next to the schemas. Code that uses a schema fails the build: in the console because
 * the export is missing, in the contract itself because {@link keepWire} throws.
 */
export function wireOnly(): Plugin {
  return {
    name: "tessera:wire-only",
    transform: {
      order: "pre",
      filter: { id: [ENDPOINTS, SCHEMAS] },
      handler: (code, id) => ({ code: keepWire(code, id), map: null }),
    },
  };
}

/**
 * Returns the module's source without its schemas. Removed code is blanked out, so that all source
 * positions stay the same.
 *
 * @throws when remaining code uses a removed name, which would otherwise fail in the browser
 */
export function keepWire(code: string, id: string): string {
  const { body } = parseAst(code, { lang: "ts" });
  const isNeedless = ENDPOINTS.test(id) ? needlessOfEndpoints : needlessOfSchemas;
  const needless = body.flatMap(isNeedless);
  const kept = needless.reduce(
    (text, { start, end }) =>
      text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, " ") + text.slice(end),
    code,
  );
  const gone = body.filter((node) => needless.some((range) => range === node)).flatMap(namesOf);
  const dangling = danglingNames(kept, new Set(gone));
  if (dangling.length > 0) {
    throw new Error(
      `${id}: the browser does not get ${dangling.join(", ")}, and code that it gets refers to ` +
        "it. Write schemas in the literal of an endpoint.",
    );
  }
  return kept;
}

function needlessOfEndpoints(node: ESTree.Node): readonly Range[] {
  if (node.type === "ImportDeclaration") {
    return node.source.value.endsWith("/endpoint.ts") ? [] : [node];
  }
  return declared(node).flatMap(({ init }) => {
    const definition = init?.type === "CallExpression" ? init.arguments[0] : undefined;
    return definition?.type === "ObjectExpression" ? needlessProperties(definition) : [];
  });
}

function needlessProperties(object: ESTree.ObjectExpression): readonly Range[] {
  const { properties } = object;
  return properties.flatMap((property, index) => {
    if (property.type !== "Property" || property.key.type !== "Identifier") {
      return [];
    }
    // The removed range includes the comma after the property.
    const end = properties[index + 1]?.start ?? object.end - 1;
    return NEEDLESS_OF_ENDPOINT.has(property.key.name) ? [{ start: property.start, end }] : [];
  });
}

function needlessOfSchemas(node: ESTree.Node): readonly Range[] {
  if (node.type === "TSTypeAliasDeclaration" || node.type === "TSInterfaceDeclaration") {
    return [];
  }
  const declarations = declared(node);
  const plain = declarations.length > 0 && declarations.every(({ init }) => isConstant(init));
  return plain || isTypeExport(node) ? [] : [node];
}

function isTypeExport(node: ESTree.Node): boolean {
  return node.type === "ExportNamedDeclaration" && node.exportKind === "type";
}

function declared(node: ESTree.Node): readonly ESTree.VariableDeclarator[] {
  const declaration = node.type === "ExportNamedDeclaration" ? node.declaration : node;
  return declaration?.type === "VariableDeclaration" ? declaration.declarations : [];
}

/** Returns whether an expression is a literal, or a list or record of literals. */
function isConstant(node: ESTree.Node | null): boolean {
  switch (node?.type) {
    case "Literal":
      return true;
    case "TSAsExpression":
      return isConstant(node.expression);
    case "ArrayExpression":
      return node.elements.every(isConstant);
    case "ObjectExpression":
      return node.properties.every((p) => p.type === "Property" && isConstant(p.value));
    default:
      return false;
  }
}
