import type { TableDeclaration } from "../../apps/server/src/platform/database/declare-tables.ts";
import { tablesIn } from "./file-tables.ts";

/** What the check compares. Paths are relative to `apps/server/src`. */
export interface OwnershipInput {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** The declarations, by the folder of their module. */
  readonly modules: ReadonlyMap<string, Pick<TableDeclaration, "owns" | "reads" | "writes">>;
  /** All tables and views of the database. */
  readonly tables: readonly string[];
  /** Tables that functions, views and triggers name: using one of them uses its tables. */
  readonly usedInSql: ReadonlySet<string>;
  /** Modules that name any table, by a list or as a check, each with the reason. */
  readonly exempt: Readonly<Record<string, string>>;
  /** Owners outside the server, by the beginning of the tables' names. */
  readonly outside: Readonly<Record<string, string>>;
}

/** Lists where the code and the declarations disagree, each with what to do. */
export function ownershipProblems(input: OwnershipInput): string[] {
  const owners = ownersOf(input);
  const used = new Set<string>();
  return [
    ...ownerProblems(input, owners),
    ...input.files.flatMap((file) => fileProblems(file, input, owners, used)),
    ...unusedProblems(input, used),
  ];
}

/** Maps each table to the modules that own it. */
export function ownersOf({
  modules,
  tables,
  outside,
}: Pick<OwnershipInput, "modules" | "tables" | "outside">): ReadonlyMap<string, string[]> {
  return new Map(
    tables.map((table) => [
      table,
      [
        ...Object.keys(outside)
          .filter((start) => table.startsWith(start))
          .map((one) => outside[one] ?? ""),
        ...[...modules]
          .filter(([, { owns }]) => (owns as string[]).includes(table))
          .map(([name]) => name),
      ],
    ]),
  );
}

function ownerProblems(
  { tables }: OwnershipInput,
  owners: ReadonlyMap<string, string[]>,
): string[] {
  return tables.flatMap((table) => {
    const found = owners.get(table) ?? [];
    if (found.length === 1) {
      return [];
    }
    return found.length === 0
      ? [`${table} has no owner: add it to "owns" in the tables.ts of the module that writes it`]
      : [
          `${table} has ${found.length} owners, ${found.join(" and ")}: leave it to the one that writes it`,
        ];
  });
}

/** Adds `module, table` to `used` for every table that a declaration accounts for. */
function fileProblems(
  { path, text }: OwnershipInput["files"][number],
  { modules, tables, exempt }: OwnershipInput,
  owners: ReadonlyMap<string, string[]>,
  used: Set<string>,
): string[] {
  const module = moduleOf(path, [...modules.keys()]);
  const problems = new Set<string>();
  for (const { table, isWrite } of tablesIn(path, text, (name) => tables.includes(name))) {
    const declared = module === undefined ? undefined : modules.get(module);
    const mayWrite = declared !== undefined && writable(declared).includes(table);
    const mayRead = mayWrite || (declared?.reads as string[] | undefined)?.includes(table) === true;
    const owner = owners.get(table)?.[0] ?? "nobody";
    used.add(`${module} ${isWrite || mayWrite ? "writes" : "reads"} ${table}`);
    if (module !== undefined && module in exempt) {
      continue;
    }
    const where = module === undefined ? "a tables.ts in its module" : `${module}/tables.ts`;
    if (isWrite && !mayWrite) {
      problems.add(
        `${path} writes ${table} of ${owner}: call its module, or add it to "writes" in ${where} with the reason`,
      );
    } else if (!mayRead) {
      problems.add(
        `${path} reads ${table} of ${owner}: call its module, or add it to "reads" in ${where}`,
      );
    }
  }
  return [...problems];
}

function unusedProblems(
  { modules, usedInSql }: OwnershipInput,
  used: ReadonlySet<string>,
): string[] {
  return [...modules].flatMap(([module, declared]) => [
    ...declared.reads
      .filter((table) => !used.has(`${module} reads ${table}`))
      .map(
        (table) =>
          `${module} does not read ${table}: remove it from "reads" in ${module}/tables.ts`,
      ),
    ...writable(declared)
      .filter((table) => !used.has(`${module} writes ${table}`))
      .filter((table) => !(table in declared.writes ? false : usedInSql.has(table)))
      .map((table) => `${module} does not use ${table}: remove it from ${module}/tables.ts`),
  ]);
}

function writable({ owns, writes }: Pick<TableDeclaration, "owns" | "writes">): string[] {
  return [...owns, ...Object.keys(writes)];
}

/** The innermost module whose folder contains a file. */
function moduleOf(path: string, modules: readonly string[]): string | undefined {
  return modules
    .filter((module) => path.startsWith(`${module}/`))
    .sort((a, b) => b.length - a.length)[0];
}
