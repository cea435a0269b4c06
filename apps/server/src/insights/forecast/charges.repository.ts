import type { CurrencyCode } from "@tessera/money";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";

/** An approved or declined payment to a merchant, in minor units. */
export interface ChargeRow {
  readonly id: string;
  readonly cardId: string;
  readonly title: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: Date;
  /** The day of the payment on the program's calendar. */
  readonly day: string;
  readonly amountMinor: bigint;
  readonly currency: CurrencyCode;
  readonly status: string;
}

/** Maximum number of payments, and of declines, to consider per merchant. */
const NEWEST = 24;

/**
 * Selects the newest payments and declines for merchants that may make recurring charges or retry a
 * payment, oldest first.
 *
 * Reads the newest `rows` payments with one card or with all cards since a given time, using an
 * index, and groups them by card and merchant. The current state of the newest payments is read
 * only for merchants that were paid at least three times over more than a few days, or that were
 * declined recently.
 */
export async function selectCharges(
  tx: Tx,
  asked: {
    readonly customerId: string;
    /** The card; undefined for all of the customer's cards. */
    readonly cardId: string | undefined;
    readonly since: Date;
    readonly triedSince: Date;
    readonly rows: number;
    readonly timeZone: string;
  },
): Promise<ChargeRow[]> {
  const ofCard = asked.cardId === undefined ? sql`` : sql`and card_id = ${asked.cardId}`;
  const { rows } = await sql<ChargeRow>`
    with recent as materialized (
      select id, card_id, title, event_at, status from ledger.movement
      where customer_id = ${asked.customerId} and parent_id is null
        ${ofCard} and event_at >= ${asked.since} and kind = 'purchase'
      order by event_at desc limit ${asked.rows}
    ), merchant as (
      select array_agg(id order by event_at desc) filter (where status <> 'declined') as paid,
        array_agg(event_at order by event_at desc) filter (where status <> 'declined') as paid_at,
        array_agg(id order by event_at desc) filter (
          where status = 'declined' and event_at >= ${asked.triedSince}) as tried
      from recent where title <> '' group by card_id, title
    )
    select m.id, m.card_id as "cardId", m.title, m.data, m.event_at as at, m.currency,
      to_char(m.event_at at time zone ${asked.timeZone}, 'YYYY-MM-DD') as day,
      -coalesce(s.amount, m.amount) as "amountMinor", coalesce(s.status, m.status) as status
    from merchant
    cross join lateral unnest(merchant.paid[1:${NEWEST}] || merchant.tried[1:${NEWEST}]) one (id)
    cross join lateral (
      select id, card_id, title, data, event_at, amount, currency, status from ledger.movement
      where id = one.id offset 0
    ) m
    left join lateral (
      select amount, status from ledger.movement_state where movement_id = one.id offset 0
    ) s on true
    where merchant.tried is not null or (cardinality(merchant.paid_at) >= 3
      and merchant.paid_at[1] - merchant.paid_at[least(cardinality(merchant.paid_at), ${NEWEST})]
        >= interval '12 days')
    order by m.event_at, m.id`.execute(tx);
  return rows;
}
