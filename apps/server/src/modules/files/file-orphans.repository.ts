import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";

/** Adds objects of the file storage to the list of orphans, which no row names. */
export async function insertOrphans(tx: Tx, keys: readonly string[], since: Date): Promise<void> {
  await sql`
    insert into file_orphan (key, since)
    select key, ${since}::timestamptz from unnest(${keys}::text[]) as key
    on conflict (key) do nothing`.execute(tx);
}

/** Removes an object from the list of orphans; returns false if it is not on it. */
export async function deleteOrphan(tx: Tx, key: string): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from file_orphan where key = ${key}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Up to `limit` objects that were orphaned before a time, oldest first. */
export async function listOrphans(tx: Tx, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from file_orphan where since < ${before} order by since limit ${limit}`.execute(tx);
  return rows.map(({ key }) => key);
}
