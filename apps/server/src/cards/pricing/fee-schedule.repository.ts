import type { FeeScheduleRow, LegalTables } from "../../db/tables/legal.tables.ts";
import type { Db, Tx } from "../../platform/context.ts";

/** Finds the fee version in force at each of several times, in the order requested. */
export async function findFeeSchedules(
  db: Db,
  times: readonly Date[],
): Promise<(FeeScheduleRow | undefined)[]> {
  const rows = await db.sql<(FeeScheduleRow & { place: bigint })[]>`
    select wanted.place, in_force.*
    from unnest(${times.map((at) => at.toISOString())}::timestamptz[])
      with ordinality as wanted (at, place)
    cross join lateral (
      select * from fee_schedule
      where effective_from <= wanted.at and not exists (
        select from fee_schedule_cancellation canceled
        where canceled.version = fee_schedule.version
      )
      order by effective_from desc limit 1
    ) in_force`;
  const found: (FeeScheduleRow | undefined)[] = times.map(() => undefined);
  for (const { place, ...row } of rows) {
    found[Number(place) - 1] = row;
  }
  return found;
}

/**
 * Finds the fee version in force at a given time: the latest one that has taken effect and was not
 * canceled.
 */
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
