import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { fromRoot } from "../../../scripts/repository.ts";

/** The comment of a field in the contract's source, and those of the fields below it. */
export interface FieldDocs {
  readonly doc?: string | undefined;
  readonly fields: ReadonlyMap<string, FieldDocs>;
}

type Fields = Map<string, FieldDocs>;

const files = new Map<string, ts.SourceFile>();

/** Reads the comment of a declaration in the contract, and those of the fields it lists. */
export function docsOfDeclaration(file: string, name: string): FieldDocs {
  const declared = declarationOf(file, name);
  return declared === undefined
    ? { fields: new Map() }
    : { doc: docOf(declared.statement), fields: fieldsOf(declared.initializer, file) };
}

function sourceOf(file: string): ts.SourceFile {
  const known = files.get(file);
  if (known !== undefined) {
    return known;
  }
  const text = readFileSync(fromRoot(file), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  files.set(file, source);
  return source;
}

/** Finds a constant at the top of a file, or in the file that it is imported from. */
function declarationOf(file: string, name: string) {
  for (const statement of sourceOf(file).statements) {
    if (ts.isVariableStatement(statement)) {
      const found = statement.declarationList.declarations.find(
        (declaration) => declaration.name.getText() === name,
      );
      if (found?.initializer !== undefined) {
        return { statement, initializer: found.initializer, file };
      }
    }
  }
  return undefined;
}

function importedFrom(file: string, name: string): string | undefined {
  for (const statement of sourceOf(file).statements) {
    if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
      const bindings = statement.importClause?.namedBindings;
      const isNamed =
        bindings !== undefined &&
        ts.isNamedImports(bindings) &&
        bindings.elements.some((element) => element.name.text === name);
      if (isNamed && statement.moduleSpecifier.text.startsWith(".")) {
        return path.posix.join(path.posix.dirname(file), statement.moduleSpecifier.text);
      }
    }
  }
  return undefined;
}

/** Returns the fields that an expression lists, through calls, spreads and names. */
function fieldsOf(expression: ts.Node, file: string): Fields {
  if (ts.isObjectLiteralExpression(expression)) {
    return new Map(expression.properties.flatMap((property) => entriesOf(property, file)));
  }
  if (ts.isIdentifier(expression)) {
    const own = declarationOf(file, expression.text);
    const other = own === undefined ? importedFrom(file, expression.text) : undefined;
    const declared = other === undefined ? own : declarationOf(other, expression.text);
    return declared === undefined ? new Map() : fieldsOf(declared.initializer, declared.file);
  }
  if (ts.isCallExpression(expression)) {
    return merged([expression.expression, ...expression.arguments], file);
  }
  if (ts.isArrayLiteralExpression(expression)) {
    return merged(expression.elements, file);
  }
  if (ts.isPropertyAccessExpression(expression)) {
    // `z.object` has no fields of its own; `movement.shape` has those of the movement.
    return fieldsOf(expression.expression, file);
  }
  return ts.isAsExpression(expression) ? fieldsOf(expression.expression, file) : new Map();
}

function merged(expressions: readonly ts.Node[], file: string): Fields {
  return new Map(expressions.flatMap((expression) => [...fieldsOf(expression, file)]));
}

function entriesOf(property: ts.ObjectLiteralElementLike, file: string) {
  if (ts.isSpreadAssignment(property)) {
    return [...fieldsOf(property.expression, file)];
  }
  if (property.name === undefined) {
    return [];
  }
  const value = ts.isPropertyAssignment(property) ? property.initializer : property.name;
  const docs: FieldDocs = { doc: docOf(property), fields: fieldsOf(value, file) };
  return [[property.name.getText().replaceAll('"', ""), docs] as const];
}

function docOf(node: ts.Node): string | undefined {
  const docs = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const text = ts.getTextOfJSDocComment(docs.at(-1)?.comment);
  return text?.replace(/\s+/g, " ");
}
