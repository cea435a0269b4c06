import type { Insertable } from "kysely";
import type { Tx } from "../../platform/context.ts";
import { type ReceiptRow, type ReceiptTables, tables } from "./receipts.tables.ts";

/** A receipt and the payment that it is for. */
export interface ReceiptLink {
  readonly receiptId: string;
  readonly movementId: string;
}

/** Returns whether a customer's lists show a movement with this id. */
export async function hasMovement(
  tx: Tx,
  { customerId, movementId }: { readonly customerId: string; readonly movementId: string },
): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom("ledger.movement")
    .select("id")
    .where("id", "=", movementId)
    .where("customer_id", "=", customerId)
    .where("parent_id", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Attaches a receipt to a payment, unless it is attached. */
export async function insertLink(
  tx: Tx,
  row: Insertable<ReceiptTables["receipt_payment"]>,
): Promise<void> {
  await tables(tx)
    .insertInto("receipt_payment")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteLink(tx: Tx, { receiptId, movementId }: ReceiptLink): Promise<void> {
  await tables(tx)
    .deleteFrom("receipt_payment")
    .where("receipt_id", "=", receiptId)
    .where("movement_id", "=", movementId)
    .execute();
}

/** Returns the payments of several receipts, in the order in which they were attached. */
export async function linksOf(tx: Tx, receiptIds: readonly string[]): Promise<ReceiptLink[]> {
  if (receiptIds.length === 0) {
    return [];
  }
  const rows = await tables(tx)
    .selectFrom("receipt_payment")
    .select(["receipt_id as receiptId", "movement_id as movementId"])
    .where("receipt_id", "in", receiptIds)
    .orderBy("attached_at")
    .orderBy("movement_id")
    .execute();
  return rows;
}

/** Returns how many receipts a payment has. */
export async function countReceiptsOf(tx: Tx, movementId: string): Promise<number> {
  const rows = await tables(tx)
    .selectFrom("receipt_payment")
    .select("receipt_id")
    .where("movement_id", "=", movementId)
    .execute();
  return rows.length;
}

/** Lists the receipts of a customer's payment, oldest first. */
export function receiptsOfPayment(
  tx: Tx,
  { customerId, movementId }: { readonly customerId: string; readonly movementId: string },
): Promise<ReceiptRow[]> {
  return tables(tx)
    .selectFrom("receipt_payment as link")
    .innerJoin("receipt", "receipt.id", "link.receipt_id")
    .select([
      "receipt.id",
      "receipt.customer_id",
      "receipt.person_id",
      "receipt.name",
      "receipt.kind",
      "receipt.bytes",
      "receipt.amount_minor",
      "receipt.currency",
      "receipt.paid_on",
      "receipt.merchant",
      "receipt.created_at",
    ])
    .where("link.movement_id", "=", movementId)
    .where("receipt.customer_id", "=", customerId)
    .orderBy("receipt.created_at")
    .orderBy("receipt.id")
    .execute();
}

/** Returns which of some movements already have a receipt. */
export async function withReceipts(
  tx: Tx,
  movementIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (movementIds.length === 0) {
    return new Set();
  }
  const rows = await tables(tx)
    .selectFrom("receipt_payment")
    .select("movement_id")
    .where("movement_id", "in", movementIds)
    .execute();
  return new Set(rows.map(({ movement_id: id }) => id));
}
