import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";

/** What an account held before the first and after the last transfer of a day, in minor units. */
export interface DayBalance {
  readonly day: string;
  readonly account: bigint;
  readonly before: bigint;
  readonly after: bigint;
}

/**
 * The balances of a customer's accounts on the days on which they changed. A payment's steps
 * (settled, given back) are found by the payment itself, so it looks back `stepDays` further than
 * asked: as long as a payment may stay open.
 */
export async function selectDayBalances(
  tx: Tx,
  asked: {
    readonly customerId: string;
    readonly startsAt: Date;
    readonly stepDays: number;
    readonly timeZone: string;
  },
): Promise<DayBalance[]> {
  const { customerId, startsAt, stepDays, timeZone } = asked;
  const { rows } = await sql<DayBalance>`
    with own as materialized (
      select id, event_at from ledger.movement
      where customer_id = ${customerId} and parent_id is null
        and event_at >= ${startsAt}::timestamptz - make_interval(days => ${stepDays}::int)
    ), moved as (
      select id, event_at from own
      union all
      select step.id, step.event_at from own join ledger.movement step on step.parent_id = own.id
    ), legs as (
      select m.event_at, side.*
      from moved m join ledger.transfer t on t.movement_id = m.id
        cross join lateral (values
          (t.debit_account, t.debit_version, t.debit_after + t.amount, t.debit_after),
          (t.credit_account, t.credit_version, t.credit_after - t.amount, t.credit_after)
        ) side (account, version, before, after)
      where m.event_at >= ${startsAt} and side.version is not null
    )
    select to_char(event_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, account,
      (array_agg(before order by version))[1] as before,
      (array_agg(after order by version desc))[1] as after
    from legs group by 1, 2`.execute(tx);
  return rows;
}
