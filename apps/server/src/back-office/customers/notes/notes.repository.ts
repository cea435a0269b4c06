import type { Tx } from "../../../platform/context.ts";
import { type NoteRow, tables } from "../customers.tables.ts";

/** Inserts a note, unless the same call has already done so. Returns whether it was inserted. */
export async function insertNote(tx: Tx, note: NoteRow): Promise<boolean> {
  const result = await tables(tx)
    .insertInto("customer_note")
    .values(note)
    .onConflict((conflict) => conflict.columns(["author_id", "client_key"]).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export function findNoteByKey(
  tx: Tx,
  { author_id: authorId, client_key: key }: Pick<NoteRow, "author_id" | "client_key">,
): Promise<NoteRow | undefined> {
  return tables(tx)
    .selectFrom("customer_note")
    .selectAll()
    .where("author_id", "=", authorId)
    .where("client_key", "=", key)
    .executeTakeFirst();
}

/** Selects the notes about a customer, newest first. */
export function selectNotes(
  tx: Tx,
  page: { readonly customerId: string; readonly after?: string; readonly limit: number },
): Promise<NoteRow[]> {
  const { customerId, after, limit } = page;
  return tables(tx)
    .selectFrom("customer_note")
    .selectAll()
    .where("customer_id", "=", customerId)
    .$if(after !== undefined, (query) => query.where("id", "<", after ?? ""))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export async function countNotes(tx: Tx, customerId: string): Promise<number> {
  const row = await tables(tx)
    .selectFrom("customer_note")
    .select((note) => note.fn.countAll<bigint>().as("count"))
    .where("customer_id", "=", customerId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
