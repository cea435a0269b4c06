import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";

/**
 * A country where a customer first paid during a period, or the number of merchants that the
 * customer first paid during that period.
 */
export interface FirstRow {
  readonly kind: "country" | "merchants";
  /**
   * Whether the first payment was in the requested period, in the previous period, or before both.
   */
  readonly time: "current" | "former" | "before";
  readonly country: string | null;
  /** Number of merchants, or of payments in the country. */
  readonly count: bigint;
  readonly at: Date | null;
  readonly card_id: string | null;
  readonly id: string | null;
}

/**
 * Number of payments required before a country or merchant can count as new. With fewer payments,
 * everything would count as new.
 */
const USUAL_AFTER = 10;

/**
 * Selects countries and merchants by the time of their first approved payment, looking back to
 * `since`. Those that appear in a customer's first ten payments count as known.
 */
export async function selectFirstPayments(
  tx: Tx,
  asked: {
    readonly customerId: string;
    readonly cardId: string | undefined;
    readonly since: Date;
    readonly formerAt: Date;
    readonly startsAt: Date;
  },
): Promise<FirstRow[]> {
  const { customerId, cardId, since, formerAt, startsAt } = asked;
  const ofCard = cardId === undefined ? sql`` : sql`and card_id = ${cardId}`;
  const approved = sql`
    customer_id = ${customerId} and parent_id is null ${ofCard} and kind = 'purchase'
    and data ->> 'declineCode' is null`;
  const time = sql`case when first.at < ${formerAt} or usual.until is null
      or first.at <= usual.until then 'before'
    when first.at < ${startsAt} then 'former' else 'current' end`;
  const { rows } = await sql<FirstRow>`
    with usual as materialized (
      select (
        select event_at from ledger.movement where ${approved} and event_at >= ${since}
        order by event_at offset ${USUAL_AFTER - 1} limit 1
      ) as until
    ), places as materialized (
      select country, merchant_key, count(*) as count, min(at) as at
      from (
        select event_at as at, data -> 'merchant' ->> 'country' as country,
          upper(data -> 'merchant' ->> 'name') as merchant_key
        from ledger.movement where ${approved} and event_at >= ${since} offset 0
      ) paid group by country, merchant_key
    ), countries as (
      select country, sum(count)::bigint as count, min(at) as at from places
      where country is not null group by country
    ), merchants as (
      select merchant_key, min(at) as at from places where merchant_key is not null
      group by merchant_key
    )
    select 'country' as kind, ${time} as time, first.country, first.count, first.at,
      payment.card_id, payment.id
    from countries first cross join usual cross join lateral (
      select id, card_id from ledger.movement
      where ${approved} and event_at = first.at and data -> 'merchant' ->> 'country' = first.country
      order by id limit 1
    ) payment
    union all
    select 'merchants', ${time}, null, count(*), null, null, null
    from merchants first cross join usual group by 2`.execute(tx);
  return rows;
}
