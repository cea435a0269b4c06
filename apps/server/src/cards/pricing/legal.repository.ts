import type { FeeScheduleRow, LegalTables } from "../../db/tables/legal.tables.ts";
import type { Tx } from "../../platform/context.ts";

/** Finds the version in force at a time: the latest that has taken effect and was not canceled. */
export async function findFeeSchedule(tx: Tx, at: Date): Promise<FeeScheduleRow | undefined> {
  return tx
    .withTables<LegalTables>()
    .selectFrom("fee_schedule")
    .selectAll()
    .where("effective_from", "<=", at)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("fee_schedule_cancellation as gone")
            .select("gone.version")
            .whereRef("gone.version", "=", "fee_schedule.version"),
        ),
      ),
    )
    .orderBy("effective_from", "desc")
    .limit(1)
    .executeTakeFirst();
}
