import type { Insertable } from "kysely";
import type { FileSealing } from "../../adapters/files/index.ts";
import type { Tx } from "../../platform/context.ts";
import { BY_CREATION, keyset } from "../../platform/paging/keyset.ts";
import type { Seek } from "../../platform/paging/pages.ts";
import { type ReceiptRow, type ReceiptTables, tables } from "./receipts.tables.ts";

/** Names a customer's receipt. */
export interface OwnReceipt {
  readonly customerId: string;
  readonly id: string;
}

const SHOWN = [
  "id",
  "customer_id",
  "person_id",
  "name",
  "kind",
  "bytes",
  "amount_minor",
  "currency",
  "paid_on",
  "merchant",
  "created_at",
] as const;

/**
 * Inserts a receipt, or locks the one of the same customer that has the same content.
 *
 * @returns the id of the stored receipt
 */
export async function insertReceipt(
  tx: Tx,
  row: Insertable<ReceiptTables["receipt"]>,
): Promise<string> {
  const { id } = await tables(tx)
    .insertInto("receipt")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["customer_id", "content_index"])
        // Changes nothing. Unlike doNothing, it locks the stored row and returns it.
        .doUpdateSet((set) => ({ kind: set.ref("receipt.kind") })),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export function findReceipt(
  tx: Tx,
  { customerId, id }: OwnReceipt,
): Promise<ReceiptRow | undefined> {
  return tables(tx)
    .selectFrom("receipt")
    .select(SHOWN)
    .where("id", "=", id)
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
}

/** Selects a customer's receipt FOR UPDATE. */
export function lockReceipt(
  tx: Tx,
  { customerId, id }: OwnReceipt,
): Promise<ReceiptRow | undefined> {
  return tables(tx)
    .selectFrom("receipt")
    .select(SHOWN)
    .where("id", "=", id)
    .where("customer_id", "=", customerId)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns how a receipt's file is stored. */
export async function findSealing(tx: Tx, id: string): Promise<FileSealing | undefined> {
  const row = await tables(tx)
    .selectFrom("receipt")
    .select(["sealed", "wrapped_key"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row && { sealed: row.sealed, wrappedKey: row.wrapped_key };
}

/** Returns how many receipts a customer has, up to a limit. */
export async function countReceipts(tx: Tx, customerId: string, limit: number): Promise<number> {
  const rows = await tables(tx)
    .selectFrom("receipt")
    .select("id")
    .where("customer_id", "=", customerId)
    .limit(limit)
    .execute();
  return rows.length;
}

/** Lists a customer's receipts, newest first. */
export function listReceiptRows(
  tx: Tx,
  { customerId, isOpen }: { readonly customerId: string; readonly isOpen: boolean },
  seek: Seek,
): Promise<ReceiptRow[]> {
  const rows = tables(tx)
    .selectFrom("receipt")
    .select(SHOWN)
    .where("customer_id", "=", customerId)
    .$if(isOpen, (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("receipt_payment as link")
              .select("link.receipt_id")
              .whereRef("link.receipt_id", "=", "receipt.id"),
          ),
        ),
      ),
    );
  return keyset(rows, BY_CREATION, "desc", seek).execute();
}

/** What a receipt says, in minor units of its own currency. */
export type ReceiptFacts = Pick<ReceiptRow, "amount_minor" | "currency" | "paid_on" | "merchant">;

export async function updateFacts(tx: Tx, id: string, facts: ReceiptFacts): Promise<void> {
  await tables(tx).updateTable("receipt").set(facts).where("id", "=", id).execute();
}

export async function deleteReceiptRow(tx: Tx, id: string): Promise<void> {
  await tables(tx).deleteFrom("receipt").where("id", "=", id).execute();
}
