import { sql } from "kysely";
import type { Db, Tx } from "../../platform/context.ts";

/** Maximum number of movements per run, unless a single transaction contains more. */
const ROUND = 5_000;

/**
 * Counts the movements committed since the last run, by hour. Each movement is counted only once.
 * Does nothing if another server is counting. Movements from a transaction in progress are left for
 * a later run, as are those from all transactions that started after it.
 *
 * @returns whether there may be more movements to count
 */
export async function countRound(db: Db): Promise<boolean> {
  // Not pipelined, since payments on the same connection would then have to wait for it.
  const { rows } = await sql<{ more: boolean }>`
    with turn as materialized (
      select counted_to as since, pg_snapshot_xmin(pg_current_snapshot())::text::bigint as horizon
      from board_progress for update skip locked
    ),
    step as materialized (
      select since, horizon, least(horizon, greatest(since + 1, coalesce((
        select xid from ledger.movement where xid >= since order by xid offset ${ROUND} limit 1
      ), horizon))) as until
      from turn where since < horizon
    ),
    fresh as materialized (
      select date_trunc('hour', m.event_at, 'UTC') as hour, m.kind, m.status, m.currency,
        m.parent_id is null as is_top, abs(m.amount) as amount,
        m.data ->> 'declineCode' as decline, m.kind = 'deposit' and m.data ? 'stage' as is_notice
      from step cross join lateral (
        select * from ledger.movement where xid >= step.since and xid < step.until offset 0
      ) m
    ),
    counted as (
      insert into board_hour (hour, measure, code, currency, count, amount)
      select hour, 'authorisation', coalesce(decline, 'approved'), currency, count(*), sum(amount)
      from fresh where kind = 'purchase' and is_top group by 1, 3, 4
      union all
      select hour, 'volume', kind, currency, count(*), sum(amount)
      from fresh where status = 'completed' and amount > 0 and not is_notice
        and kind in ('deposit', 'withdrawal', 'card_opening', 'card_deposit', 'card_withdraw',
          'purchase', 'clearing', 'force_post', 'refund', 'return_reversal', 'correction',
          'exchange')
      group by 1, 3, 4
      order by 1, 2, 3, 4
      on conflict (hour, measure, code, currency) do update
        set count = board_hour.count + excluded.count,
          amount = board_hour.amount + excluded.amount
    ),
    onward as (
      update board_progress set counted_to = step.until from step
    )
    select until < horizon as more from step`.execute(db.kysely);
  return rows[0]?.more ?? false;
}

export interface HourRow {
  readonly hour: Date;
  /** `approved`, or the decline code. */
  readonly code: string;
  readonly count: number;
}

/** Selects the payments requested since a given full hour, grouped by hour and outcome. */
export async function selectAuthorizations(tx: Tx, since: Date): Promise<HourRow[]> {
  const { rows } = await sql<HourRow>`
    select hour, code, sum(count)::int as count from board_hour
    where hour >= ${since} and measure = 'authorisation'
    group by 1, 2 order by 1, 2`.execute(tx);
  return rows;
}

export interface VolumeRow {
  readonly kind: string;
  readonly currency: "USD" | "CNY" | "EUR";
  readonly count: number;
  readonly amount_minor: bigint;
}

/** Selects the volume moved since a given time, grouped by type and currency. */
export async function selectVolumes(tx: Tx, since: Date): Promise<VolumeRow[]> {
  const { rows } = await sql<VolumeRow>`
    select code as kind, currency, sum(count)::int as count, sum(amount)::bigint as amount_minor
    from board_hour where hour >= ${since} and measure = 'volume'
    group by 1, 2 order by 1, 2`.execute(tx);
  return rows;
}
