import { tablesIn } from "./file-tables.ts";

/** A server module's declaration. The names in it might not exist in the database. */
interface Declared {
  readonly owns: readonly string[];
  readonly reads: readonly string[];
  readonly writes: Readonly<Record<string, string | undefined>>;
}

/** The input of the check. Paths are relative to `apps/server/src`. */
export interface OwnershipInput {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** Declarations by module folder. */
  readonly modules: ReadonlyMap<string, Declared>;
  /** All tables and views of the database. */
  readonly tables: readonly string[];
  /** Tables that functions, views and triggers use. Calling one of them uses its tables. */
  readonly usedInSql: ReadonlySet<string>;
  /** Modules that may name any table, in a list or for a check, each with the reason. */
  readonly exempt: Readonly<Record<string, string>>;
  /** Owners outside the server, by table name prefix. */
  readonly outside: Readonly<Record<string, string>>;
}

/**
 * Lists the differences between the code and the declarations, each with instructions for fixing
 * it.
 */
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
        ...[...modules].filter(([, { owns }]) => owns.includes(table)).map(([name]) => name),
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
      : [`${table} has ${found.length} owners, ${found.join(", ")}: keep the one that writes it`];
  });
}

/** Records in `used` what the file does with each table. */
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
    const mayRead = mayWrite || declared?.reads.includes(table) === true;
    const owner = owners.get(table)?.[0] ?? "nobody";
    used.add(`${module} ${isWrite ? "writes" : "reads"} ${table}`);
    if (module !== undefined && module in exempt) {
      continue;
    }
    const where = module === undefined ? "a tables.ts in its module" : `${module}/tables.ts`;
    const remedy = `of ${owner}: call its module, or add it to`;
    if (isWrite && !mayWrite) {
      problems.add(`${path} writes ${table} ${remedy} "writes" in ${where} with the reason`);
    } else if (!mayRead) {
      problems.add(`${path} reads ${table} ${remedy} "reads" in ${where}`);
    }
  }
  return [...problems];
}

function unusedProblems({ modules, usedInSql }: OwnershipInput, used: ReadonlySet<string>) {
  return [...modules].flatMap(([module, { owns, reads, writes }]) => {
    const does = (what: "reads" | "writes", table: string) =>
      used.has(`${module} ${what} ${table}`);
    const remedy = (list: string) => `remove it from "${list}" in ${module}/tables.ts`;
    return [
      ...owns
        .filter((table) => !does("writes", table) && !does("reads", table) && !usedInSql.has(table))
        .map((table) => `${module} does not use ${table}: ${remedy("owns")}`),
      ...reads
        .filter((table) => !does("reads", table))
        .map((table) => `${module} does not read ${table}: ${remedy("reads")}`),
      ...Object.keys(writes)
        .filter((table) => !does("writes", table))
        .map((table) => `${module} does not write ${table}: ${remedy("writes")}`),
    ];
  });
}

function writable({ owns, writes }: Declared): string[] {
  return [...owns, ...Object.keys(writes)];
}

/** Returns the innermost module whose folder contains a file. */
function moduleOf(path: string, modules: readonly string[]): string | undefined {
  return modules
    .filter((module) => path.startsWith(`${module}/`))
    .sort((a, b) => b.length - a.length)[0];
}
