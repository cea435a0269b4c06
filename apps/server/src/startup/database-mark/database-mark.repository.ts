import type { Sql } from "@tessera/database";
import type { DatabaseFacts, DatabaseKind } from "./database-mark.policy.ts";

/** A database's mark. */
export interface DatabaseMark {
  readonly kind: DatabaseKind;
  /** The deployment that it was created for; backups include it. */
  readonly deploymentId: string;
}

/** The statement that reads the mark; it returns no row if there is none. */
export const DATABASE_MARK = 'select kind, deployment_id as "deploymentId" from database_mark';

/** Tables that have a row once a database was used; migrations write nothing there. */
export const USED_TABLES: readonly string[] = [
  "public.root_key",
  "public.person",
  "public.customer",
  "public.idempotency_answer",
  "ledger.movement",
  "ledger.audit",
  "ledger.seal",
];

/** Tables that get rows only in sandbox mode. */
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

/** Returns the first table with rows among those that are empty until the database is used. */
export function firstUsedTable(sql: Asked): Promise<string | undefined> {
  return firstWithRows(sql, USED_TABLES);
}

/** Finds the mark; undefined in a database without one, however old. */
export async function findDatabaseMark(sql: Asked): Promise<DatabaseMark | undefined> {
  if (!(await hasTable(sql, "public.database_mark"))) {
    return undefined;
  }
  const [mark] = await sql.unsafe<DatabaseMark[]>(DATABASE_MARK);
  return mark && { kind: mark.kind, deploymentId: mark.deploymentId };
}

/** Reads the facts that decide the use of a database; tables are read only if there is no mark. */
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

/** Marks a database that has no mark yet, as its owner. */
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
