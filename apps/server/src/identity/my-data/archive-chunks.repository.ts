import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { Attempt } from "./archives.repository.ts";
import { tables } from "./my-data.tables.ts";

/**
 * Inserts a piece of an archive's file.
 *
 * @returns false if the attempt no longer owns the archive
 */
export async function insertChunk(
  tx: Tx,
  { id, attempt }: Attempt,
  n: number,
  sealed: Buffer,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into data_archive_chunk (archive_id, attempt, n, sealed)
    select id, attempt, ${n}::int, ${sealed}::bytea from data_archive
    where id = ${id} and attempt = ${attempt} and status = 'processing'`.execute(tx);
  return numAffectedRows === 1n;
}

export async function findChunk(
  tx: Tx,
  { id, attempt }: Attempt,
  n: number,
): Promise<Buffer | undefined> {
  const chunk = await tables(tx)
    .selectFrom("data_archive_chunk")
    .select("sealed")
    .where("archive_id", "=", id)
    .where("attempt", "=", attempt)
    .where("n", "=", n)
    .executeTakeFirst();
  return chunk?.sealed;
}

/** Deletes the pieces that belong to archives without a file or to abandoned attempts. */
export async function deleteLeftChunks(tx: Tx, customerId?: string): Promise<void> {
  const isTheirs = customerId === undefined ? sql`true` : sql`a.customer_id = ${customerId}::uuid`;
  await sql`
    delete from data_archive_chunk c using data_archive a
    where a.id = c.archive_id and ${isTheirs}
      and (a.status not in ('completed', 'processing') or c.attempt <> a.attempt)`.execute(tx);
}
