import { openDatabase } from "@tessera/database";

/** Tables that have a row as soon as anybody used a database; migrations put nothing there. */
export const USED_TABLES: readonly string[] = [
  "public.root_key",
  "public.person",
  "public.customer",
  "public.idempotency_answer",
  "ledger.movement",
  "ledger.audit",
  "ledger.seal",
];

/** The first of these tables that has rows; undefined where the database was never used. */
export async function firstUsedTable(ownerUrl: string): Promise<string | undefined> {
  const db = openDatabase<object>({ url: ownerUrl, maxConnections: 3 });
  try {
    for (const table of USED_TABLES) {
      const [there] = await db.sql<{ present: boolean }[]>`
        select to_regclass(${table}) is not null as present`;
      if (there?.present === true) {
        const rows = await db.sql.unsafe(`select from ${table} limit 1`);
        if (rows.length > 0) {
          return table;
        }
      }
    }
    return undefined;
  } finally {
    await db.close();
  }
}
