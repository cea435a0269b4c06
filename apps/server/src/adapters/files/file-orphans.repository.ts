import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";

/** Records objects in file storage that have no row as orphans. */
export async function insertOrphans(tx: Tx, keys: readonly string[], since: Date): Promise<void> {
  await sql`
    insert into file_orphan (key, since)
    select key, ${since}::timestamptz from unnest(${keys}::text[]) as key
    on conflict (key) do nothing`.execute(tx);
}

/**
 * Removes an object from the list of orphans before a row refers to it. Returns false if it is not
 * on the list, or is being deleted.
 */
export async function claimOrphan(tx: Tx, key: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from file_orphan where key = ${key} and not is_deleting`.execute(tx);
  return numAffectedRows === 1n;
}

/**
 * Takes the object that was orphaned first, if that was before a cutoff time. Marks it as being
 * deleted and returns its key. Sets its orphan time to `now`, so that a failed deletion is retried
 * only after all others.
 */
export async function takeOrphan(
  tx: Tx,
  { before, now }: { readonly before: Date; readonly now: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ key: string }>`
    update file_orphan set is_deleting = true, since = ${now}
    where key = (
      select key from file_orphan where since < ${before}
      order by since limit 1 for update skip locked
    )
    returning key`.execute(tx);
  return rows[0]?.key;
}

/** Removes a deleted object from the list of orphans. */
export async function forgetOrphan(tx: Tx, key: string): Promise<void> {
  await sql`delete from file_orphan where key = ${key}`.execute(tx);
}
