import type { DB } from "../../db/schema.generated.ts";

/** The name of a table or view, qualified by schema unless it is `public`. */
export type TableName = keyof DB;

/** The tables that a module uses. A test compares every SQL text of the module with it. */
export interface TableDeclaration {
  /** Tables and views that only this module writes, unless another module states why it does. */
  readonly owns: readonly TableName[];
  /** Tables of other modules that it reads. */
  readonly reads: readonly TableName[];
  /** Tables of other modules that it writes (and may read), each with the reason. */
  readonly writes: Readonly<Partial<Record<TableName, string>>>;
}

/**
 * Declares the tables of a module, in its `tables.ts`. A name that the database lacks does not
 * compile.
 */
export function declareTables(declared: Partial<TableDeclaration>): TableDeclaration {
  return { owns: [], reads: [], writes: {}, ...declared };
}
