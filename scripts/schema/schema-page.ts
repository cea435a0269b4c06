import type { Column, Relation } from "./catalog.ts";

/** The modules that use a table, by folder; an owner can also be a package. */
export interface TableUsers {
  readonly owner: string;
  readonly readers: readonly string[];
  readonly writers: readonly string[];
}

/** A function or view, with the path of its file relative to the repository's root. */
export interface SqlObject {
  readonly name: string;
  readonly file: string;
}

const CONSTRAINTS = [
  ["Primary key", "p"],
  ["Unique", "u"],
  ["Foreign keys", "f"],
  ["Checks", "c"],
  ["Exclusions", "x"],
] as const;

const HEAD = `# Schema

All tables and views, by the module that owns them: it alone writes them, unless another module is
named. Written by \`npm run schema\` from a migrated database; do not edit. Modules declare their
tables in \`apps/server/src/<module>/tables.ts\`, and
[0205](decisions/engineering/0205-table-types-and-ownership.md) says why. The job queue's tables
(\`jobs\`) are those of pg-boss. Only a practice database has the tables whose names begin with
\`practice\`.
`;

/** Writes the documentation page about all tables and views. */
export function writePage(
  relations: readonly Relation[],
  users: ReadonlyMap<string, TableUsers>,
  objects: { readonly functions: readonly SqlObject[]; readonly views: readonly SqlObject[] },
): string {
  const described = relations.filter(({ name }) => !name.startsWith("jobs."));
  const ownerOf = ({ name }: Relation) => users.get(name)?.owner ?? "nobody";
  const owners = [...new Set(described.map(ownerOf))].sort();
  const sections = owners.map((owner) => {
    const owned = described.filter((relation) => ownerOf(relation) === owner);
    return [`## ${owner}\n`, ...owned.map((one) => writeRelation(one, users.get(one.name)))].join(
      "\n",
    );
  });
  return [
    HEAD,
    ...sections,
    `## Views\n\n${list(objects.views.map(link))}`,
    "## Functions\n\nThe functions of a trigger are in the file of the trigger.\n",
    list(objects.functions.map(link)),
  ].join("\n");
}

function writeRelation(relation: Relation, users: TableUsers | undefined): string {
  const { name, comment, columns, constraints, indexes, triggers } = relation;
  const of = (type: string) =>
    constraints.filter((one) => one.type === type).map((one) => shortened(one.definition));
  const facts = [
    ["Read by", users?.readers ?? []],
    ["Written by", users?.writers ?? []],
    ...CONSTRAINTS.map(([title, type]) => [title, of(type).map(code)] as const),
    [
      "Indexes",
      indexes.map((index) => code(index.replace(/^CREATE | ON (?:ONLY )?\S+ USING/g, ""))),
    ],
    [
      "Triggers",
      triggers.map((trigger) => code(trigger.replace(/^CREATE (?:CONSTRAINT )?TRIGGER /, ""))),
    ],
  ] as const;
  return [
    `### ${code(name)}\n\n${relation.isView ? "A view. " : ""}${comment ?? ""}\n`,
    "| Column | Type | Null | Default | |\n|---|---|---|---|---|",
    `${columns.map(writeColumn).join("\n")}\n`,
    list(
      facts
        .filter(([, values]) => values.length > 0)
        .map(([title, values]) => `${title}: ${values.join(title.endsWith("by") ? ", " : "; ")}`),
    ),
  ].join("\n");
}

function writeColumn(column: Column): string {
  const fallback = column.default === null ? "" : cell(code(column.default));
  const cells = [code(column.name), column.type, column.isNullable ? "yes" : "", fallback];
  return `| ${[...cells, cell(column.comment ?? "")].join(" | ")} |`;
}

/**
 * Shortens `FOREIGN KEY (a) REFERENCES b(c)` to `(a) → b(c)`, and removes the keyword from other
 * definitions.
 */
function shortened(definition: string): string {
  return definition
    .replace(/^(?:PRIMARY KEY|UNIQUE|FOREIGN KEY|CHECK|EXCLUDE) /, "")
    .replace(" REFERENCES ", " → ");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

function code(text: string): string {
  return `\`${text.replaceAll("::text", "")}\``;
}

function link({ name, file }: SqlObject): string {
  return `[\`${name}\`](../${file})`;
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}\n`).join("");
}
