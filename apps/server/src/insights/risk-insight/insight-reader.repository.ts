import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { InsightTables } from "./insight.tables.ts";

/**
 * Finds the time up to which a customer has seen alerts, or returns undefined if the customer has
 * seen none.
 */
export async function findSeenAt(tx: Tx, customerId: string): Promise<Date | undefined> {
  const row = await tx
    .withTables<InsightTables>()
    .selectFrom("insight_reader")
    .select("seen_at")
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return row?.seen_at;
}

/**
 * Stores the time up to which a customer has seen alerts. Ignores a time earlier than the stored
 * one.
 */
export async function upsertSeenAt(tx: Tx, customerId: string, seenAt: Date): Promise<void> {
  await tx
    .withTables<InsightTables>()
    .insertInto("insight_reader")
    .values({ customer_id: customerId, seen_at: seenAt })
    .onConflict((on) =>
      on
        .column("customer_id")
        .doUpdateSet({ seen_at: sql<Date>`excluded.seen_at` })
        .where("insight_reader.seen_at", "<", sql<Date>`excluded.seen_at`),
    )
    .execute();
}
