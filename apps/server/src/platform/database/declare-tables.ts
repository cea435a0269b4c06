import type { DB } from "../../db/schema.generated.ts";

/** The name of a table or view, with its schema unless that is `public`. */
export type TableName = keyof DB;

/** The tables that a module uses. A test compares them with every SQL statement in the module. */
export interface TableDeclaration {
  /**
   * Tables and views that belong to this module. Other modules can write to them only if they list
   * them under `writes`.
   */
  readonly owns: readonly TableName[];
  /** Tables of other modules that this module reads. */
  readonly reads: readonly TableName[];
  /** Tables of other modules that this module writes to and may read, each with a reason. */
  readonly writes: Readonly<Partial<Record<TableName, string>>>;
}

/**
 * Declares a module's tables, in its `tables.ts`. A name that does not exist in the database does
 * not compile.
 */
export function declareTables(declared: Partial<TableDeclaration>): TableDeclaration {
  return { owns: [], reads: [], writes: {}, ...declared };
}
