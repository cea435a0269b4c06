import type { Sql } from "@tessera/database";
import type { DatabaseFacts, DatabaseKind } from "./database-mark.policy.ts";

/** The mark of a database: its purpose and its deployment. */
export interface DatabaseMark {
  readonly kind: DatabaseKind;
  /** The deployment that the database was created for. Backups include this id. */
  readonly deploymentId: string;
}

/** The statement that reads the mark; it returns no row if the database has no mark. */
export const DATABASE_MARK = 'select kind, deployment_id as "deploymentId" from database_mark';

/** Tables that contain rows in every used database. Migrations write nothing to them. */
export const USED_TABLES: readonly string[] = [
  "public.root_key",
  "public.person",
  "public.customer",
  "public.idempotency_answer",
  "ledger.movement",
  "ledger.audit",
  "ledger.seal",
];

/** Tables that contain rows only in a sandbox. */
const SANDBOX_TABLES: readonly string[] = [
  "public.demo_seed",
  "public.sandbox_clock",
  "public.sandbox_mail",
  "public.sandbox_chain_transfer",
  "public.sandbox_payout",
  "public.sandbox_payout_outcome",
];

type Asked = Pick<Sql, "unsafe">;

async function hasTable(sql: Asked, table: string): Promise<boolean> {
  const [row] = await sql.unsafe<{ present: boolean }[]>(
    "select to_regclass($1) is not null as present",
    [table],
  );
  return row?.present === true;
}

async function firstWithRows(sql: Asked, tables: readonly string[]): Promise<string | undefined> {
  for (const table of tables) {
    if ((await hasTable(sql, table)) && (await sql.unsafe(`select from ${table} limit 1`)).length) {
      return table;
    }
  }
  return undefined;
}

/**
 * Returns the first table with rows among the tables that stay empty until the database is used.
 */
export function firstUsedTable(sql: Asked): Promise<string | undefined> {
  return firstWithRows(sql, USED_TABLES);
}

/** Finds the mark; returns undefined if the database has no mark, regardless of its version. */
export async function findDatabaseMark(sql: Asked): Promise<DatabaseMark | undefined> {
  if (!(await hasTable(sql, "public.database_mark"))) {
    return undefined;
  }
  const [mark] = await sql.unsafe<DatabaseMark[]>(DATABASE_MARK);
  return mark && { kind: mark.kind, deploymentId: mark.deploymentId };
}

/**
 * Gathers the facts that decide whether a database can be used. Inspects the tables only if the
 * database has no mark.
 */
export async function readDatabaseFacts(sql: Asked): Promise<DatabaseFacts> {
  const mark = await findDatabaseMark(sql);
  if (mark !== undefined) {
    const nothing = { sandboxTable: undefined, usedTable: undefined, isPractice: false };
    return { marked: mark.kind, ...nothing };
  }
  return {
    marked: undefined,
    sandboxTable: await firstWithRows(sql, SANDBOX_TABLES),
    usedTable: await firstUsedTable(sql),
    isPractice: await hasTable(sql, "public.practice_mark"),
  };
}

/** Marks a database that has no mark yet, using the owner's connection. */
export async function addDatabaseMark(
  sql: Asked,
  { kind, deploymentId }: DatabaseMark,
): Promise<void> {
  await sql.unsafe(
    `insert into database_mark (kind, deployment_id) values ($1, $2)
     on conflict (only_row) do nothing`,
    [kind, deploymentId],
  );
}
