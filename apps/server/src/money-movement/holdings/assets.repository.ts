import type { WalletTables } from "../../db/tables/money-movement.tables.ts";
import type { Tx } from "../../platform/context.ts";

/** Selects the last snapshot of a customer's assets. */
export function selectSnapshot(
  tx: Tx,
  customerId: string,
): Promise<{ taken_at: Date; holdings: unknown } | undefined> {
  return tx
    .withTables<WalletTables>()
    .selectFrom("asset_snapshot")
    .select(["taken_at", "holdings"])
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
}

/** Stores a snapshot, unless a newer one exists. */
export async function upsertSnapshot(
  tx: Tx,
  snapshot: { customerId: string; takenAt: Date; holdings: unknown },
): Promise<void> {
  const values = { taken_at: snapshot.takenAt, holdings: snapshot.holdings };
  await tx
    .withTables<WalletTables>()
    .insertInto("asset_snapshot")
    .values({ customer_id: snapshot.customerId, ...values })
    .onConflict((on) =>
      on
        .column("customer_id")
        .doUpdateSet(values)
        .where("asset_snapshot.taken_at", "<", snapshot.takenAt),
    )
    .execute();
}
