import type { Insertable } from "kysely";
import type { RiskTables } from "../../db/tables/risk.tables.ts";
import type { Tx } from "../../platform/context.ts";

/** Records the strategy hits on a payment. Repeated calls have no further effect. */
export async function insertHits(
  tx: Tx,
  hits: readonly Insertable<RiskTables["risk_hit"]>[],
): Promise<void> {
  if (hits.length > 0) {
    await tx
      .withTables<RiskTables>()
      .insertInto("risk_hit")
      .values([...hits])
      .onConflict((conflict) => conflict.columns(["movement_id", "strategy_id"]).doNothing())
      .execute();
  }
}
