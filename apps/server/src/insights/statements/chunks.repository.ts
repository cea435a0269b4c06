import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { Attempt } from "./exports.repository.ts";
import type { ReconciliationTables } from "./reconciliation.tables.ts";

/**
 * Inserts a chunk.
 *
 * @returns false if the attempt no longer owns the export
 */
export async function insertChunk(
  tx: Tx,
  { id, attempt }: Attempt,
  n: number,
  body: Buffer,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into reconciliation_chunk (export_id, attempt, n, body)
    select id, attempt, ${n}::int, ${body}::bytea from reconciliation_export
    where id = ${id} and attempt = ${attempt} and status = 'processing'`.execute(tx);
  return numAffectedRows === 1n;
}

export async function findChunk(
  tx: Tx,
  { id, attempt }: Attempt,
  n: number,
): Promise<Buffer | undefined> {
  const chunk = await tx
    .withTables<ReconciliationTables>()
    .selectFrom("reconciliation_chunk")
    .select("body")
    .where("export_id", "=", id)
    .where("attempt", "=", attempt)
    .where("n", "=", n)
    .executeTakeFirst();
  return chunk?.body;
}

/** Deletes the chunks that other attempts wrote. */
export async function deleteOtherChunks(tx: Tx, { id, attempt }: Attempt): Promise<void> {
  await tx
    .withTables<ReconciliationTables>()
    .deleteFrom("reconciliation_chunk")
    .where("export_id", "=", id)
    .where("attempt", "<>", attempt)
    .execute();
}

export async function deleteChunks(tx: Tx, id: string): Promise<void> {
  await tx
    .withTables<ReconciliationTables>()
    .deleteFrom("reconciliation_chunk")
    .where("export_id", "=", id)
    .execute();
}

/**
 * Deletes the chunks of exports that have no file, including chunks left behind by crashed servers.
 */
export async function deleteLeftChunks(tx: Tx): Promise<void> {
  await sql`
    delete from reconciliation_chunk c using reconciliation_export e
    where e.id = c.export_id
      and (e.status not in ('completed', 'processing') or c.attempt <> e.attempt)`.execute(tx);
}
