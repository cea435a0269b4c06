import { type Selectable, sql } from "kysely";
import type { StatementProblem } from "../../../adapters/bank-statements/statement-problem.ts";
import type { Tx } from "../../../platform/context.ts";
import { type BankTables, tables } from "../bank.tables.ts";
import type { ImportedStatement } from "../statement-import.ts";

export type ImportRow = Selectable<BankTables["bank_import"]>;

const NOTHING = sql<string>`'[]'::jsonb`;

/** Inserts an import that begins. */
export async function insertImport(
  tx: Tx,
  { id, actor, at }: { readonly id: string; readonly actor: string; readonly at: Date },
): Promise<void> {
  await tables(tx)
    .insertInto("bank_import")
    .values({
      ...{ id, imported_by: actor, state: "reading", entries: 0 },
      ...{ statements: NOTHING, problems: NOTHING, started_at: at, updated_at: at },
    })
    .execute();
}

/** Records how many transactions an import has read. */
export async function noteProgress(
  tx: Tx,
  { id, entries, at }: { readonly id: string; readonly entries: number; readonly at: Date },
): Promise<void> {
  await tables(tx)
    .updateTable("bank_import")
    .set({ entries, updated_at: at })
    .where("id", "=", id)
    .where("state", "=", "reading")
    .execute();
}

interface EndedImport {
  readonly id: string;
  readonly at: Date;
  readonly entries: number;
  readonly statements: readonly ImportedStatement[];
  readonly problems: readonly StatementProblem[];
}

/** Records what became of an import: refused if it has problems, otherwise imported. */
export async function endImport(
  tx: Tx,
  { id, at, entries, statements, problems }: EndedImport,
): Promise<void> {
  await tables(tx)
    .updateTable("bank_import")
    .set({
      state: problems.length > 0 ? "refused" : "imported",
      entries,
      statements: sql<string>`${JSON.stringify(statements)}::text::jsonb`,
      problems: sql<string>`${JSON.stringify(problems)}::text::jsonb`,
      updated_at: at,
    })
    .where("id", "=", id)
    .execute();
}

/** Selects the latest imports, newest first. */
export function selectImports(tx: Tx, limit: number): Promise<ImportRow[]> {
  return tables(tx)
    .selectFrom("bank_import")
    .selectAll()
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Deletes imports that ended before a given time. */
export async function deleteImports(tx: Tx, before: Date): Promise<void> {
  await tables(tx).deleteFrom("bank_import").where("updated_at", "<", before).execute();
}
