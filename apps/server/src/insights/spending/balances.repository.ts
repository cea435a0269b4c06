import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";

/** The change in an account's balance on a day, in minor units. */
export interface DayChange {
  readonly day: string;
  readonly account: bigint;
  readonly changed: bigint;
}

/**
 * Selects the daily balance changes in a customer's accounts, for the days that have any.
 *
 * The steps of a payment (settled, released) are found through the payment. A payment made before
 * `startsAt` can have a later step only if it is still open or has changed since then. Therefore,
 * only such payments are read for the `stepDays` before `startsAt`, which is the longest time that
 * a payment can stay open. This misses repayments for older payments, but a repayment only moves
 * money from a card to its receivable, and only the sum of the two is shown.
 *
 * Each step and each transfer is looked up by its key. Otherwise, the planner would read all steps,
 * because it cannot know how few belong to these payments.
 */
export async function selectDayChanges(
  tx: Tx,
  asked: {
    readonly customerId: string;
    readonly startsAt: Date;
    readonly stepDays: number;
    readonly timeZone: string;
  },
): Promise<DayChange[]> {
  const { customerId, startsAt, stepDays, timeZone } = asked;
  const earlier = sql`s.customer_id = ${customerId} and s.event_at < ${startsAt}
    and s.event_at >= ${startsAt}::timestamptz - make_interval(days => ${stepDays}::int)`;
  const { rows } = await sql<DayChange>`
    with own (id, event_at) as materialized (
      select m.id, m.event_at from ledger.movement m
      where m.customer_id = ${customerId} and m.parent_id is null and m.event_at >= ${startsAt}
      union all
      select s.movement_id, s.event_at from ledger.movement_state s
      where ${earlier} and s.status in ('processing', 'reviewing', 'queued')
      union all
      select s.movement_id, s.event_at from ledger.movement_state s
      where ${earlier} and s.status not in ('processing', 'reviewing', 'queued')
        and s.status in ('completed', 'failed', 'declined', 'rejected', 'cancelled', 'expired')
        and s.changed_at >= ${startsAt}
    ), moved as (
      select id, event_at from own where event_at >= ${startsAt}
      union all
      select step.id, step.event_at from own cross join lateral (
        select id, event_at from ledger.movement where parent_id = own.id offset 0
      ) step where step.event_at >= ${startsAt}
    )
    select to_char(m.event_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, side.account,
      sum(side.changed)::bigint as changed
    from moved m cross join lateral (
      select debit_account, credit_account, amount from ledger.transfer
      where movement_id = m.id offset 0
    ) t cross join lateral (
      values (t.debit_account, -t.amount), (t.credit_account, t.amount)
    ) side (account, changed)
    where side.account >= ${FIRST_CUSTOMER_ACCOUNT}
    group by 1, 2`.execute(tx);
  return rows;
}

/** The lowest possible id of a customer's account. Internal accounts have lower ids. */
const FIRST_CUSTOMER_ACCOUNT = 1_000;
