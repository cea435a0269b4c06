import type { CurrencyCode } from "@tessera/money";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { Pocket } from "./pockets.repository.ts";

/** Parameters for selecting lines of the ledger. */
export interface LinesAsked {
  readonly customerId: string;
  /** The pockets. Positions refer to this order, starting at 0. */
  readonly pockets: readonly Pocket[];
  /** Ids of the internal fee accounts. */
  readonly feeAccounts: readonly bigint[];
  /** The kinds of movements; null for all kinds. */
  readonly kinds: readonly string[] | null;
  readonly timeZone: string;
  /** Start of the period, inclusive. */
  readonly startsAt: Date;
  /** End of the period, exclusive. */
  readonly endsAt: Date;
}

/** The change that a movement or one of its steps makes to one pocket, in minor units. */
export interface LineRow {
  readonly id: string;
  /** The id of the movement that the step belongs to, or the movement's own id. */
  readonly root_id: string;
  readonly place: number;
  readonly amount: bigint;
  /** The part of the change that is a fee. Positive if the customer paid it. */
  readonly fee: bigint;
  readonly event_at: Date;
  /** The local time in the time zone, without the offset, which is in `offset_minutes`. */
  readonly local: string;
  readonly offset_minutes: number;
  readonly kind: string;
  readonly step: string;
  /** The movement's status after this change. */
  readonly status: string;
  readonly title: string;
  readonly mcc: string | null;
  /** Where a deposit came from, if not from a chain, and what was deposited. */
  readonly source: string | null;
  readonly asset: string | null;
  readonly country: string | null;
  readonly card_id: string | null;
  readonly currency: CurrencyCode;
  /** The merchant's amount in another currency, as stored; null in the pocket's own. */
  readonly merchant_amount: unknown;
  /** The rate at which it was converted, as a decimal. */
  readonly exchange_rate: string | null;
}

/** The ledger's sums for a pocket, computed independently of its lines, in minor units. */
export interface PocketSums {
  readonly place: number;
  /** The sum of all transfers before the period. */
  readonly opening: bigint;
  /** The current balance minus all transfers after the period. */
  readonly closing: bigint;
  /** The sum of the lines of the requested kinds within the period. */
  readonly listed: bigint;
}

/**
 * Selects every step of a customer's movements with the change it makes to each pocket. Each step
 * and each transfer is looked up by its key, since the planner would otherwise read all of them.
 *
 * A repayment from a card to its receivable does not change the pocket, so it is not a line.
 */
function linesOf(asked: LinesAsked, within: RawBuilder<unknown>) {
  const { pockets } = asked;
  const places = pockets.flatMap(({ accounts }, place) => accounts.map(() => place));
  return sql`
    with recursive mine (id, root_id, kind, event_at) as (
      select m.id, m.id, m.kind, m.event_at from ledger.movement m
      where m.customer_id = ${asked.customerId}::uuid and m.parent_id is null
      union all
      select step.id, mine.root_id, mine.kind, step.event_at from mine cross join lateral (
        select id, event_at from ledger.movement where parent_id = mine.id offset 0
      ) step
    ), pocket (account, place) as materialized (
      select * from unnest(${pockets.flatMap(({ accounts }) => accounts)}::bigint[],
        ${places}::int[])
    ), line as (
      select mine.id, mine.root_id, mine.kind, mine.event_at, pocket.place,
        sum(side.changed)::bigint as amount,
        sum(case when side.other = any(${[...asked.feeAccounts]}::bigint[])
          then -side.changed else 0 end)::bigint as fee
      from mine cross join lateral (
        select debit_account, credit_account, amount from ledger.transfer
        where movement_id = mine.id offset 0
      ) t cross join lateral (
        values (t.debit_account, -t.amount, t.credit_account),
          (t.credit_account, t.amount, t.debit_account)
      ) side (account, changed, other)
      join pocket on pocket.account = side.account
      where ${within}
      group by mine.id, mine.root_id, mine.kind, mine.event_at, pocket.place
      having sum(side.changed) <> 0
    )`;
}

/**
 * Selects the balances at the start and end of the period, computed from all transfers and the
 * current balance.
 */
export async function selectPocketSums(tx: Tx, asked: LinesAsked): Promise<PocketSums[]> {
  const { startsAt, endsAt, kinds } = asked;
  const isListed = kinds === null ? sql`true` : sql`line.kind = any(${[...kinds]}::text[])`;
  const { rows } = await sql<PocketSums>`
    ${linesOf(asked, sql`true`)}, moved as (
      select place,
        coalesce(sum(amount) filter (where event_at < ${startsAt}), 0) as opening,
        coalesce(sum(amount) filter (where event_at >= ${endsAt}), 0) as later,
        count(*) filter (where event_at >= ${startsAt} and event_at < ${endsAt}
          and ${isListed}) as listed
      from line group by place
    ), standing as (
      select pocket.place, sum(b.posted) as posted
      from pocket join ledger.balance b on b.account_id = pocket.account group by pocket.place
    )
    select standing.place, coalesce(moved.opening, 0)::bigint as opening,
      (standing.posted - coalesce(moved.later, 0))::bigint as closing,
      coalesce(moved.listed, 0)::bigint as listed
    from standing left join moved using (place) order by standing.place`.execute(tx);
  return rows;
}

/** A time in a time zone. */
export interface LocalMoment {
  readonly local: string;
  readonly offset_minutes: number;
}

function onClocks(at: RawBuilder<unknown>, timeZone: string) {
  return sql`to_char(${at} at time zone ${timeZone}::text, 'YYYY-MM-DD"T"HH24:MI:SS.MS') as local,
    (extract(epoch from (${at} at time zone ${timeZone}::text)
      - (${at} at time zone 'UTC')) / 60)::int as offset_minutes`;
}

export async function selectLocalMoment(tx: Tx, at: Date, timeZone: string): Promise<LocalMoment> {
  const { rows } = await sql<LocalMoment>`
    select ${onClocks(sql`${at}::timestamptz`, timeZone)}`.execute(tx);
  const [moment] = rows;
  if (moment === undefined) {
    throw new Error("the query for a local time returned none");
  }
  return moment;
}

/**
 * Yields the lines for the period in chronological order. Reads them from a cursor in batches of
 * `batchRows`, so that only one batch is in memory.
 */
export async function* streamLines(
  tx: Tx,
  asked: LinesAsked,
  batchRows: number,
): AsyncGenerator<readonly LineRow[], void> {
  const { startsAt, endsAt, timeZone } = asked;
  const period = sql`mine.event_at >= ${startsAt} and mine.event_at < ${endsAt}`;
  const query = sql<LineRow>`
    ${linesOf(asked, period)}
    select line.id, line.root_id, line.place, line.amount, line.fee, line.event_at, line.kind,
      ${onClocks(sql`line.event_at`, timeZone)}, own.kind as step, own.status, root.title,
      root.mcc, root.country, root.source, root.asset, own.card_id, own.currency,
      own.merchant_amount, own.exchange_rate
    from (select * from line order by event_at, id, place) line
    cross join lateral (
      select m.kind, m.currency, coalesce(m.card_id, r.card_id) as card_id,
        coalesce((select h.status from ledger.movement_history h
          where h.movement_id = line.root_id and h.by_movement_id = line.id
          order by h.n desc limit 1), m.status) as status,
        m.data -> 'exchange' as merchant_amount,
        case when m.data ? 'exchange' then coalesce(m.data -> 'exchange' ->> 'rate',
          r.data -> 'exchange' ->> 'rate') end as exchange_rate
      from ledger.movement m, ledger.movement r
      where m.id = line.id and r.id = line.root_id offset 0
    ) own cross join lateral (
      select movement_title(kind, title, data) as title, data -> 'merchant' ->> 'mcc' as mcc,
        data -> 'merchant' ->> 'country' as country, data ->> 'source' as source,
        data ->> 'asset' as asset
      from ledger.movement where id = line.root_id offset 0
    ) root
    order by line.event_at, line.id, line.place`.compile(tx);
  for await (const { rows } of tx.getExecutor().stream(query, batchRows)) {
    yield rows;
  }
}
