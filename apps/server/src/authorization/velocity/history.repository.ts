import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { HistoryCard, HistoryRow } from "../decision/index.ts";
import type { StoredStrategy } from "../rule-sets/index.ts";

/** Maximum number of rows to read, oldest first. */
const MAX_HISTORY = 300_000;

/**
 * Finds all requests on a customer's cards since a given time, in the order they were written, each
 * with the amount that was counted for it.
 */
export async function findHistory(
  tx: Tx,
  customerId: string,
  from: Date,
  to: Date,
): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    with months as materialized (
      select array_agg(counter.id) as ids
      from card join ledger.counter on counter.subject = card.id
        and counter.time_window between 'month:' and 'month:~'
      where card.customer_id = ${customerId}::uuid
    )
    select id, card_id as "cardId", parent_id as "parentId",
      case when kind in ('purchase', 'force_post') and parent_id is null then kind else 'step' end
        as kind,
      kind = 'increment' as "isIncrement", event_at as at, abs(amount) as "amountMinor",
      case when counted is null then 0 else coalesce((
        select sum(counted[place + 1])
        from generate_series(1, cardinality(counted), 3) place
        where counted[place] = any(months.ids)
      ), 0)::bigint end as "countedMinor",
      counted is not null and exists (
        select from generate_series(1, cardinality(counted), 3) place
        where counted[place] = any(months.ids) and counted[place + 2] < 0
      ) as "isUndone",
      data -> 'merchant' as merchant, data ->> 'channel' as channel,
      data -> 'exchange' ->> 'currency' as "merchantCurrency",
      data ->> 'declineCode' as "declineCode",
      case when jsonb_typeof(data -> 'trace') = 'array' and data ? 'declineCode' then
        jsonb_path_query_array(data, '$.trace[*] ? (@.passed == false).check') end as failed,
      data -> 'allowed' as allowed
    from ledger.movement, months
    where customer_id = ${customerId}::uuid and event_at >= ${from} and event_at < ${to}
      and card_id is not null
      and (kind in ('purchase', 'force_post') or (parent_id is not null and (
        counted is not null or kind = 'increment')))
    order by created_at, id limit ${MAX_HISTORY}`.execute(tx);
  return rows;
}

export async function findHistoryCards(tx: Tx, customerId: string): Promise<HistoryCard[]> {
  const { rows } = await sql<HistoryCard>`
    select id, predecessors, type as tier, currency,
      per_transaction_limit_minor as "perTransactionLimitMinor",
      daily_limit_minor as "dailyLimitMinor", monthly_limit_minor as "monthlyLimitMinor"
    from card where customer_id = ${customerId}::uuid`.execute(tx);
  return rows;
}

/** Finds the merchants that each card paid before a given time. */
export async function findKnownMerchants(
  tx: Tx,
  customerId: string,
  before: Date,
): Promise<{ readonly cardId: string; readonly title: string }[]> {
  const { rows } = await sql<{ cardId: string; title: string }>`
    select distinct card_id as "cardId", title from ledger.movement
    where customer_id = ${customerId}::uuid and event_at < ${before} and card_id is not null
      and kind = 'purchase' and status in ('processing', 'completed')`.execute(tx);
  return rows;
}

/** A strategy version with the start and end of the period in which it was active. */
export interface StrategySpan {
  readonly strategy: StoredStrategy;
  readonly from: Date;
  readonly to: Date | null;
}

/** Finds every span in which a version of a customer's strategies evaluated payments. */
export async function findStrategySpans(tx: Tx, customerId: string): Promise<StrategySpan[]> {
  const { rows } = await sql<StrategySpan>`
    select jsonb_build_object('id', strategy.id, 'version', change.version, 'name', version.name,
        'status', change.status, 'rule', version.rule) as strategy,
      change.at as from, change.until as to
    from (
      select strategy_id, version, status, at,
        lead(at) over (partition by strategy_id order by id) as until
      from risk_strategy_change
    ) change
    join risk_strategy strategy on strategy.id = change.strategy_id
    join risk_strategy_version version on version.strategy_id = change.strategy_id
      and version.version = change.version
    where strategy.customer_id = ${customerId}::uuid and change.status in ('active', 'shadow')
    order by strategy.created_at, strategy.id, change.at`.execute(tx);
  return rows;
}

/** Customers with payment requests in a period. */
export interface PayingCustomers {
  /** The total number of customers, including those not in the sample. */
  readonly customers: number;
  /** A sample of customers' ids, selected by hash so that every draw returns the same sample. */
  readonly customerIds: readonly string[];
}

/**
 * Samples up to `limit` customers who requested a payment between two points in time. Excludes
 * suspended customers, because a suspension also restricts what their data is used for.
 */
export async function findSample(
  tx: Tx,
  from: Date,
  to: Date,
  limit: number,
): Promise<PayingCustomers> {
  const { rows } = await sql<{ customers: number; customerIds: string[] | null }>`
    with paying as (
      select card.customer_id from card
      join customer on customer.id = card.customer_id and customer.suspended_at is null
      where exists (
        select from ledger.movement
        where movement.customer_id = card.customer_id and movement.card_id = card.id
          and movement.kind = 'purchase' and movement.event_at >= ${from}
          and movement.event_at < ${to}
      )
      group by card.customer_id
    )
    select (select count(*)::int from paying) as customers,
      (select array_agg(customer_id) from (
        select customer_id from paying
        order by hashtextextended(customer_id::text, 0) limit ${limit}
      ) drawn) as "customerIds"`.execute(tx);
  const [{ customers, customerIds } = { customers: 0, customerIds: null }] = rows;
  return { customers, customerIds: customerIds ?? [] };
}
