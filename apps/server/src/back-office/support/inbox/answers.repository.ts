import { sql } from "kysely";
import type { Tx } from "../../../platform/context.ts";
import { keyset } from "../../../platform/paging/keyset.ts";
import type { Seek } from "../../../platform/paging/pages.ts";
import { type AnswerRow, type AnswerTexts, tables } from "../support.tables.ts";

function stored(texts: AnswerTexts) {
  return sql<never>`${JSON.stringify(texts)}::text::jsonb`;
}

const BY_NAME = [{ by: sql`lower(name)`, type: "text" }] as const;

/** Lists saved replies by name, except deleted ones. */
export function listAnswers(
  tx: Tx,
  seek: Seek,
): Promise<(AnswerRow & { readonly sorted_name: string })[]> {
  const current = tables(tx)
    .selectFrom("support_answer")
    .selectAll()
    .select(sql<string>`lower(name)`.as("sorted_name"))
    .where("deleted_at", "is", null);
  return keyset(current, BY_NAME, "asc", seek).execute();
}

/** Counts saved replies, except deleted ones. */
export async function countAnswers(tx: Tx): Promise<number> {
  const { count } = await tables(tx)
    .selectFrom("support_answer")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Selects a saved reply FOR UPDATE, even if it has been deleted. */
export function lockAnswer(tx: Tx, id: string): Promise<AnswerRow | undefined> {
  return tables(tx)
    .selectFrom("support_answer")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

export function findAnswerByKey(tx: Tx, key: string): Promise<AnswerRow | undefined> {
  return tables(tx)
    .selectFrom("support_answer")
    .selectAll()
    .where("client_key", "=", key)
    .executeTakeFirst();
}

/**
 * Inserts a saved reply.
 *
 * @returns false if its name or its client key is already in use
 */
export async function insertAnswer(tx: Tx, row: AnswerRow): Promise<boolean> {
  const written = await tables(tx)
    .insertInto("support_answer")
    .values({ ...row, texts: stored(row.texts) })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return written.numInsertedOrUpdatedRows === 1n;
}

/** Returns whether another saved reply already has the name. */
export async function isNameTaken(tx: Tx, name: string, id: string): Promise<boolean> {
  const other = await tables(tx)
    .selectFrom("support_answer")
    .select("id")
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where("deleted_at", "is", null)
    .where("id", "<>", id)
    .executeTakeFirst();
  return other !== undefined;
}

export async function updateAnswer(tx: Tx, row: AnswerRow): Promise<void> {
  await tables(tx)
    .updateTable("support_answer")
    .set({ ...row, texts: stored(row.texts) })
    .where("id", "=", row.id)
    .execute();
}
