import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { type Shape, shapeOf } from "./parameter-shapes.ts";

/** A call that the installed Stripe library can make. */
export interface LibraryCall {
  readonly method: string;
  /** The path as in the library's source, with `:id` for an id. */
  readonly path: string;
  readonly pattern: RegExp;
  readonly parameters: Shape;
}

const LIBRARY = path.dirname(fileURLToPath(import.meta.resolve("stripe")));
const RESOURCES = ["Cardholders", "Cards", "Authorizations", "Transactions"].map(
  (name) => `resources/Issuing/${name}`,
);

/**
 * Lists every call that the library's issuing resources can make, read from its code and its type
 * declarations.
 */
export function libraryCalls(): LibraryCall[] {
  const others = ["resources/EphemeralKeys", "resources/Balance"];
  const files = [...RESOURCES, ...others].map((name) => path.join(LIBRARY, name));
  const program = programOf(files.map((file) => `${file}.d.ts`));
  const checker = program.getTypeChecker();
  return files.flatMap((file) => {
    const types = program.getSourceFile(`${file}.d.ts`);
    const parameters = types === undefined ? new Map() : parametersOf(checker, types);
    return pathsOf(`${file}.js`).map(({ name, method, path: url }) => ({
      method,
      path: url,
      pattern: new RegExp(`^${url.replaceAll(":id", "[^/]+")}$`),
      parameters: parameters.get(name) ?? { kind: "fields", fields: new Map() },
    }));
  });
}

/** Returns the names of the headers that the library sends, in lower case. */
export function libraryHeaders(): Set<string> {
  const sender = readFileSync(path.join(LIBRARY, "RequestSender.js"), "utf8");
  const [, body = ""] = /const defaultHeaders = \{([^}]*)\}/.exec(sender) ?? [];
  const named = [...body.matchAll(/^\s*'?([A-Za-z-]+)'?:/gm)].map(([, name = ""]) => name);
  // The HTTP transport sets four of the last five headers; the library's authenticator sets
  // Authorization.
  return new Set(
    [...named, "Content-Length", "Authorization", "Host", "Connection", "Accept-Encoding"].map(
      (name) => name.toLowerCase(),
    ),
  );
}

/** Parses the given files and their imports, but not the rest of the library. */
function programOf(files: readonly string[]): ts.Program {
  const options: ts.CompilerOptions = { lib: ["lib.es2020.d.ts"], types: [], skipLibCheck: true };
  const host = ts.createCompilerHost(options);
  host.resolveModuleNameLiterals = (literals) =>
    literals.map(({ text }) => ({
      resolvedModule: text.endsWith("/shared.js")
        ? {
            resolvedFileName: path.join(LIBRARY, "shared.d.ts"),
            extension: ts.Extension.Dts,
            isExternalLibraryImport: true,
          }
        : undefined,
    }));
  return ts.createProgram([...files], options, host);
}

/** Returns the parameters for each method of a resource. */
function parametersOf(checker: ts.TypeChecker, source: ts.SourceFile): Map<string, Shape> {
  const shapes = new Map<string, Shape>();
  for (const statement of source.statements) {
    if (ts.isClassDeclaration(statement)) {
      for (const member of statement.members.filter(ts.isMethodDeclaration)) {
        const params = member.parameters.find(({ name }) => name.getText() === "params");
        if (params?.type !== undefined) {
          shapes.set(
            member.name.getText(),
            shapeOf(checker, checker.getTypeFromTypeNode(params.type)),
          );
        }
      }
    }
  }
  return shapes;
}

interface PathOfMethod {
  readonly name: string;
  readonly method: string;
  readonly path: string;
}

/** Returns the path that each method of a resource calls. */
function pathsOf(file: string): PathOfMethod[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  const found: PathOfMethod[] = [];
  const visit = (node: ts.Node, name: string): void => {
    const inside = ts.isMethodDeclaration(node) ? node.name.getText() : name;
    if (ts.isCallExpression(node) && node.expression.getText() === "this._makeRequest") {
      const [method, url] = node.arguments.map((argument) => argument.getText().slice(1, -1));
      if (method !== undefined && url !== undefined) {
        found.push({ name: inside, method, path: url.replaceAll(/\$\{[^}]*\}/g, ":id") });
      }
    }
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(source, "");
  return found;
}
