import ts from "typescript";
import { PLACEHOLDER, relationsIn, type TableUse } from "./sql-tables.ts";

const READING = new Set(["selectFrom", "from", "innerJoin", "leftJoin", "rightJoin", "fullJoin"]);
const WRITING = new Set(["insertInto", "updateTable", "deleteFrom", "mergeInto"]);
/** Matches the beginning of an SQL string; all other strings are text for people to read. */
const SQL_START =
  /^\s*(?:select|insert into|update \w+|delete from|truncate|with|from|lock|values)\b/i;

/**
 * Lists the tables that a TypeScript file names in SQL: in Kysely calls, in `sql` templates, and in
 * strings that begin like SQL.
 *
 * @param known returns whether a name is a table, as opposed to a common table expression, a
 * function or an alias
 */
export function tablesIn(file: string, text: string, known: (name: string) => boolean): TableUse[] {
  const found: TableUse[] = [];
  const literals: string[] = [];
  const interpolated = new Set<boolean>();
  const add = (uses: readonly TableUse[]) => {
    for (const { isWrite } of uses.filter(({ table }) => table === PLACEHOLDER)) {
      interpolated.add(isWrite);
    }
    found.push(...uses.filter(({ table }) => known(table)));
  };

  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const method = node.expression.name.text;
      if (READING.has(method) || WRITING.has(method)) {
        add(
          relationsOf(node.arguments[0]).map((table) => ({ table, isWrite: WRITING.has(method) })),
        );
      }
    }
    if (ts.isTaggedTemplateExpression(node) && /sql|tx/i.test(node.tag.getText())) {
      add(relationsIn(textOf(node.template)));
      ts.forEachChild(node.template, visit);
      return;
    }
    if (ts.isTemplateExpression(node) || ts.isStringLiteralLike(node)) {
      const content = textOf(node);
      literals.push(content);
      if (SQL_START.test(content)) {
        add(relationsIn(content));
      }
    }
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) {
      literals.push(node.name.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  // A statement with an interpolated table may use any of the tables that the file names.
  for (const isWrite of interpolated) {
    add(literals.map((name) => ({ table: name.replace(/^public\./, ""), isWrite })));
  }
  return found;
}

function relationsOf(argument: ts.Expression | undefined): string[] {
  if (argument === undefined) {
    return [];
  }
  if (ts.isArrayLiteralExpression(argument)) {
    return argument.elements.flatMap(relationsOf);
  }
  return ts.isStringLiteralLike(argument) ? [argument.text.replace(/ as .*/, "")] : [];
}

function textOf(node: ts.TemplateLiteral | ts.StringLiteralLike): string {
  return ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join(
        ` ${PLACEHOLDER} `,
      )
    : node.text;
}
