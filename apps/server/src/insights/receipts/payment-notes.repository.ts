import type { Insertable } from "kysely";
import type { Tx } from "../../platform/context.ts";
import { type NoteRow, type ReceiptTables, tables } from "./receipts.tables.ts";

export function findNote(tx: Tx, movementId: string): Promise<NoteRow | undefined> {
  return tables(tx)
    .selectFrom("payment_note")
    .selectAll()
    .where("movement_id", "=", movementId)
    .executeTakeFirst();
}

/**
 * Inserts a note, or replaces it if its revision is the one before this one.
 *
 * @returns whether it was stored
 */
export async function putNote(
  tx: Tx,
  row: Insertable<ReceiptTables["payment_note"]>,
): Promise<boolean> {
  const before = row.revision - 1;
  if (before === 0) {
    const inserted = await tables(tx)
      .insertInto("payment_note")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning("movement_id")
      .executeTakeFirst();
    return inserted !== undefined;
  }
  const { movement_id: movementId, ...change } = row;
  const updated = await tables(tx)
    .updateTable("payment_note")
    .set(change)
    .where("movement_id", "=", movementId)
    .where("revision", "=", before)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}
