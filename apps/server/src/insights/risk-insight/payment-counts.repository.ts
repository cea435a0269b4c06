import type { CurrencyCode } from "@tessera/money";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import {
  PAYMENT_SERIES,
  type PaymentSeries,
  SERIES_FROM,
  type SeriesKind,
} from "./payment-series.policy.ts";

/** The type of a row from {@link selectPaymentCounts}, which determines the meaning of `key`. */
export type CountSection =
  /** A count that risk factors are computed from. `key` is its name. */
  | "count"
  /** Spending by category and currency. */
  | "spent_category"
  | "spent_merchant"
  | "spent_country"
  | "spent_day"
  | "declined_code"
  | "declined_category"
  | "declined_merchant"
  | "declined_country"
  | "declined_day"
  /** Approved payments by currency: their number, and the `key`th percentile of their amounts. */
  | "approved_amount"
  /**
   * A payment that is the third or later in its series. `key` is the type of series, and `ids` are
   * the series' last three payments.
   */
  | "series";

export interface CountRow {
  readonly section: CountSection;
  /** Whether the row is about the requested period rather than the previous one. */
  readonly current: boolean;
  readonly key: string | null;
  readonly currency: CurrencyCode | null;
  /** The amount in minor units. */
  readonly amount: bigint | null;
  readonly count: bigint;
  readonly at: Date | null;
  readonly card_id: string | null;
  /** The merchant's name, if the row is about a series. */
  readonly merchant: string | null;
  readonly ids: string[] | null;
}

/** Parameters for counting a customer's payments. */
export interface CountQuery {
  readonly customerId: string;
  readonly cardId: string | undefined;
  /** The start of the period before the requested one. */
  readonly formerAt: Date;
  readonly startsAt: Date;
  readonly timeZone: string;
  /** The amounts below which payments count as small, in minor units of each currency. */
  readonly small: readonly { readonly currency: CurrencyCode; readonly minor: bigint }[];
}

/** Number of merchants listed separately. All others are merged. */
const MAX_MERCHANTS = 500;
const MAX_SERIES = 60;

/**
 * Selects the payments of both periods in a single pass, with the columns used here. Looks up their
 * current state by key, since the planner would otherwise read the states of all customers'
 * payments.
 */
function paidOf({ customerId, cardId, formerAt, startsAt, timeZone, small }: CountQuery) {
  const ofCard = cardId === undefined ? sql`` : sql`and card_id = ${cardId}`;
  return sql`
    select m.id, m.event_at, m.card_id, m.currency, m.code, m.merchant, m.category, m.country,
      m.event_at >= ${startsAt} as current, m.is_payment, m.asked,
      (m.event_at at time zone ${timeZone})::date as day, m.asked < small.minor as is_small,
      coalesce(s.status, m.status) as status, coalesce(-s.amount, m.asked) as stands
    from (
      select id, event_at, card_id, currency, status, -amount as asked,
        kind = 'purchase' as is_payment, data ->> 'declineCode' as code,
        data -> 'merchant' ->> 'name' as merchant, data -> 'merchant' ->> 'category' as category,
        data -> 'merchant' ->> 'country' as country
      from ledger.movement
      where customer_id = ${customerId} and parent_id is null and event_at >= ${formerAt}
        ${ofCard} and kind in ('purchase', 'refund', 'force_post')
      offset 0
    ) m
    left join lateral (
      select status, amount from ledger.movement_state where movement_id = m.id offset 0
    ) s on m.code is null
    left join unnest(
      ${small.map(({ currency }) => currency)}::text[],
      ${small.map(({ minor }) => minor.toString())}::bigint[]
    ) as small (currency, minor) on m.is_payment and small.currency = m.currency`;
}

/** The payments that make up each type of series. */
const PAYMENTS_OF = {
  repeated_declines: sql`is_payment and code is not null`,
  wrong_details: sql`is_payment and code in ('cvv_mismatch', 'expiry_mismatch')`,
  small_payments: sql`is_small`,
} as const satisfies Record<SeriesKind, unknown>;

/**
 * Selects the payments in one type of series, each with the number of such payments within the
 * series' duration, up to and including the payment itself.
 */
function seriesOf({ kind, withinHours, isPerMerchant }: PaymentSeries) {
  const by = isPerMerchant ? sql`card_id, upper(merchant)` : sql`card_id`;
  return sql`
    select ${sql.lit(kind)} as kind, id, event_at, card_id, current, merchant,
      count(*) over recent as place,
      array[lag(id, 2) over every, lag(id) over every, id] as ids
    from paid where ${PAYMENTS_OF[kind]}
    window every as (partition by ${by} order by event_at, id),
      recent as (partition by ${by} order by event_at
        range between interval ${sql.lit(`${withinHours} hours`)} preceding and current row)`;
}

const COUNTS = sql`
  select 'count' as section, one.current, told.key, null as currency, null::bigint as amount,
    told.count, null::timestamptz as at, null::uuid as card_id, null as merchant,
    null::uuid[] as ids
  from (
    select current, count(*) as asked, count(code) as declined,
      count(*) filter (where code is null
        and status in ('completed', 'cancelled', 'expired')) as ended,
      count(*) filter (where code is null and status = 'completed') as settled,
      count(*) filter (where code in ('cvv_mismatch', 'expiry_mismatch')) as wrong_details
    from paid where is_payment group by current
  ) one cross join lateral (
    values ('asked', one.asked), ('declined', one.declined), ('ended', one.ended),
      ('settled', one.settled), ('wrong_details_in_all', one.wrong_details)
  ) told (key, count)
  union all
  select 'count', current, kind, null, null, count(*), null, null, null, null
  from series where place >= ${SERIES_FROM} group by current, kind`;

const SPENT = sql`
  select case when grouping(category) = 0 then 'spent_category'
      when grouping(country) = 0 then 'spent_country' else 'spent_day' end,
    true, coalesce(category, country, day::text), currency, sum(stands)::bigint, count(*),
    null, null, null, null
  from paid where current and status = 'completed'
  group by grouping sets ((currency, category), (currency, country), (currency, day))
  union all
  (select 'spent_merchant', true, max(merchant), currency, sum(stands)::bigint as amount, count(*),
    null, null, null, null
  from paid where current and status = 'completed' and merchant is not null
  group by currency, upper(merchant) order by amount desc limit ${MAX_MERCHANTS})`;

const DECLINED = sql`
  select case when grouping(code) = 0 then 'declined_code'
      when grouping(category) = 0 then 'declined_category'
      when grouping(country) = 0 then 'declined_country' else 'declined_day' end,
    true, coalesce(code, category, country, day::text), null, null, count(*), null, null, null, null
  from paid where current and is_payment and code is not null
  group by grouping sets ((code), (category), (country), (day))
  union all
  (select 'declined_merchant', true, max(merchant), null, null, count(*) as count,
    null, null, null, null
  from paid where current and is_payment and code is not null and merchant is not null
  group by upper(merchant) order by count desc limit ${MAX_MERCHANTS})
  union all
  select 'approved_amount', true, part.key, one.currency, part.amount, one.count,
    null, null, null, null
  from (
    select currency, count(*) as count,
      percentile_disc(array[0.5, 0.95]) within group (order by asked) as amounts
    from paid where current and is_payment and code is null group by currency
  ) one cross join lateral (
    values ('50', one.amounts[1]), ('95', one.amounts[2])
  ) part (key, amount)`;

const SERIES = sql`
  (select 'series', true, kind, null, null, place, event_at, card_id, merchant, ids
  from series where current and place >= ${SERIES_FROM}
  order by event_at desc limit ${MAX_SERIES})`;

/**
 * Selects all payment counts that an insight about a customer needs, for the requested period and,
 * to compare the factors, for the previous period. A single statement reads the payments in both
 * periods once, using their index.
 */
export async function selectPaymentCounts(tx: Tx, query: CountQuery): Promise<CountRow[]> {
  const { rows } = await sql<CountRow>`
    with paid as materialized (${paidOf(query)}),
    series as materialized (
      ${sql.join(PAYMENT_SERIES.map(seriesOf), sql` union all `)}
    )
    ${COUNTS} union all ${SPENT} union all ${DECLINED} union all ${SERIES}`.execute(tx);
  return rows;
}
