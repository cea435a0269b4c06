import type { WalletTables } from "../../db/tables/money-movement.tables.ts";
import type { Tx } from "../../platform/context.ts";

/**
 * Finds the UUID of the chain payment that a listed movement represents, or returns undefined if
 * there is none.
 */
export async function findPaymentOfMovement(
  tx: Tx,
  movementId: string,
): Promise<string | undefined> {
  const row = await tx
    .withTables<WalletTables>()
    .selectFrom("deposit_payment")
    .select("id")
    .where("movement_id", "=", movementId)
    .executeTakeFirst();
  return row?.id;
}
