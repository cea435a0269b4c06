import type { Updateable } from "kysely";
import type { Tx } from "../../platform/context.ts";
import { type EmailChangeRow, tables } from "./email-change.tables.ts";

export async function insertChange(tx: Tx, row: EmailChangeRow): Promise<void> {
  await tables(tx).insertInto("email_change").values(row).execute();
}

export async function updateChange(
  tx: Tx,
  id: string,
  change: Updateable<Pick<EmailChangeRow, "status" | "session_id" | "case_id" | "ended_at">>,
): Promise<void> {
  await tables(tx).updateTable("email_change").set(change).where("id", "=", id).execute();
}

export function findChange(tx: Tx, id: string): Promise<EmailChangeRow | undefined> {
  return tables(tx).selectFrom("email_change").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Selects a request FOR UPDATE. */
export function lockChange(tx: Tx, id: string): Promise<EmailChangeRow | undefined> {
  return tables(tx)
    .selectFrom("email_change")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Finds a customer's request that is not yet final, even if its code has expired. */
export function findOpenChange(tx: Tx, customerId: string): Promise<EmailChangeRow | undefined> {
  return tables(tx)
    .selectFrom("email_change")
    .selectAll()
    .where("customer_id", "=", customerId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
}

/** Returns when a customer's email last changed, or undefined if it never did. */
export async function lastAppliedAt(tx: Tx, customerId: string): Promise<Date | undefined> {
  const row = await tables(tx)
    .selectFrom("email_change")
    .select("ended_at")
    .where("customer_id", "=", customerId)
    .where("status", "in", ["applied", "restored"])
    .orderBy("ended_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.ended_at ?? undefined;
}

/** Marks a change and all later ones as undone, so that none of them can be undone again. */
export async function markRestored(tx: Tx, row: EmailChangeRow): Promise<void> {
  await tables(tx)
    .updateTable("email_change")
    .set({ status: "restored" })
    .where("customer_id", "=", row.customer_id)
    .where("status", "=", "applied")
    .where("requested_at", ">=", row.requested_at)
    .execute();
}

export async function hasLivingCard(tx: Tx, customerId: string): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom("card")
    .select("customer_id")
    .where("customer_id", "=", customerId)
    .where("status", "<>", "closed")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function customerSince(tx: Tx, customerId: string): Promise<Date | undefined> {
  const row = await tables(tx)
    .selectFrom("customer")
    .select("created_at")
    .where("id", "=", customerId)
    .executeTakeFirst();
  return row?.created_at;
}
