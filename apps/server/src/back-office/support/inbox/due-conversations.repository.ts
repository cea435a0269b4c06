import type { Tx } from "../../../platform/context.ts";
import { type ConversationRow, tables } from "../support.tables.ts";

type Due = Pick<ConversationRow, "id" | "customer_id">;

/** Selects the snoozed conversations that are due to reopen. */
export function selectAwake(tx: Tx, now: Date, limit: number): Promise<Due[]> {
  return tables(tx)
    .selectFrom("support_conversation")
    .select(["id", "customer_id"])
    .where("status", "=", "snoozed")
    .where("snoozed_until", "<=", now)
    .orderBy("snoozed_until")
    .limit(limit)
    .execute();
}

/** Selects the conversations with a reply that the customer did not read in time. */
export function selectMailDue(
  tx: Tx,
  now: Date,
  limit: number,
  after: Due | undefined,
): Promise<Due[]> {
  return tables(tx)
    .selectFrom("support_conversation")
    .select(["id", "customer_id"])
    .where("mail_due_at", "<=", now)
    .$if(after !== undefined, (query) => query.where("id", ">", after?.id ?? ""))
    .orderBy("id")
    .limit(limit)
    .execute();
}
