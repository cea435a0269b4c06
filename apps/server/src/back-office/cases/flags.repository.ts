import type { Insertable } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { ReviewsTables } from "./reviews.tables.ts";

type FlagRow = Insertable<ReviewsTables["review_flag"]>;

/**
 * Returns whether a customer is flagged. A flagged customer's requests are reviewed no matter what
 * the rules say.
 */
export async function isFlagged(tx: Tx, customerId: string): Promise<boolean> {
  const row = await tx
    .withTables<ReviewsTables>()
    .selectFrom("review_flag")
    .select("customer_id")
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertFlag(tx: Tx, row: FlagRow): Promise<boolean> {
  const result = await tx
    .withTables<ReviewsTables>()
    .insertInto("review_flag")
    .values(row)
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function deleteFlag(tx: Tx, customerId: string): Promise<boolean> {
  const result = await tx
    .withTables<ReviewsTables>()
    .deleteFrom("review_flag")
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}
