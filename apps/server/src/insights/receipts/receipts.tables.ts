import type { DocumentType } from "@tessera/contract/files";
import type { Selectable } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { Table } from "../../platform/database/table.ts";

type ReceiptTable = Table<"receipt", { kind: DocumentType }>;
type NoteTable = Table<"payment_note">;

export type ReceiptTables = {
  receipt: ReceiptTable;
  receipt_payment: Table<"receipt_payment">;
  payment_note: NoteTable;
  "ledger.movement": Pick<Table<"ledger.movement">, "id" | "customer_id" | "parent_id">;
};

/** A receipt without its file. */
export type ReceiptRow = Omit<Selectable<ReceiptTable>, "sealed" | "wrapped_key" | "content_index">;
export type NoteRow = Selectable<NoteTable>;

export function tables(tx: Tx) {
  return tx.withTables<ReceiptTables>();
}
