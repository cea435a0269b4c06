import type { Column, Relation } from "./catalog.ts";

/**
 * The TypeScript type that the driver returns for a column, by the name of the column's type in
 * pg_type.
 */
export const DRIVER_TYPES: Readonly<Record<string, string>> = {
  bool: "boolean",
  int2: "number",
  int4: "number",
  float8: "number",
  int8: "bigint",
  numeric: "string",
  text: "string",
  varchar: "string",
  uuid: "string",
  xid8: "string",
  interval: "string",
  bytea: "Buffer",
  timestamp: "Date",
  timestamptz: "Date",
  jsonb: "unknown",
};

/** Maximum width of a comment, including its closing mark. */
const LINE = 100;

const HEADER = `// Written by \`npm run schema\` from a migrated database. Do not edit.
import type { Generated, GeneratedAlways } from "kysely";
`;

/** Writes the Kysely types of all tables and views as a TypeScript module. */
export function writeTypes(relations: readonly Relation[]): string {
  const interfaces = relations.map(
    (relation) =>
      `${comment(relation.comment, "")}interface ${interfaceOf(relation.name)} {\n` +
      `${relation.columns.map(writeColumn).join("")}}\n`,
  );
  const tables = relations.map(
    ({ name }) => `  ${name.includes(".") ? `"${name}"` : name}: ${interfaceOf(name)};\n`,
  );
  const all = `/** All tables and views. */\nexport interface DB {\n${tables.join("")}}\n`;
  return [HEADER, ...interfaces, all].join("\n");
}

function writeColumn(column: Column): string {
  const type = column.isNullable ? nullable(typeOf(column)) : typeOf(column);
  const wrapper = column.isGenerated ? "GeneratedAlways" : "Generated";
  const written = column.default === null ? type : `${wrapper}<${type}>`;
  return `${comment(column.comment, "  ")}  ${column.name}: ${written};\n`;
}

function typeOf({ typeName, values, name }: Column): string {
  if (values !== null) {
    return values.map((value) => JSON.stringify(value)).join(" | ");
  }
  const isArray = typeName.startsWith("_");
  const type = DRIVER_TYPES[isArray ? typeName.slice(1) : typeName];
  if (type === undefined) {
    throw new Error(`Column ${name} has the type ${typeName}: add it to DRIVER_TYPES`);
  }
  return isArray ? `${type}[]` : type;
}

function nullable(type: string): string {
  return type === "unknown" ? type : `${type} | null`;
}

function interfaceOf(table: string): string {
  return table.replace(/(?:^|[._])(\w)/g, (_, first: string) => first.toUpperCase());
}

function comment(text: string | null, indent: string): string {
  if (text === null) {
    return "";
  }
  const line = `${indent}/** ${text} */\n`;
  if (line.length <= LINE) {
    return line;
  }
  const wide = new RegExp(`(.{1,${LINE - indent.length - 4}})(?: |$)`, "g");
  return `${indent}/**\n${text.replace(wide, `${indent} * $1\n`)}${indent} */\n`;
}
