import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";

/** The transactions that are searched for payments: from `since` to just before `until`. */
export interface SearchedRange {
  readonly since: bigint;
  readonly until: bigint;
  /** Whether any order waits for a balance. */
  readonly hasOrders: boolean;
}

/**
 * Maximum number of transactions per search. Far more than normally occur between two searches, but
 * also limits the first search after a pause.
 */
const MAX_TRANSACTIONS = 20_000;

/**
 * Takes the turn to search, unless another server has it. The range ends below the oldest running
 * transaction, so that no movement that commits later is skipped.
 */
export async function takeSearch(tx: Tx): Promise<SearchedRange | undefined> {
  const { rows } = await sql<SearchedRange>`
    select searched_to as since,
      greatest(searched_to, least(searched_to + ${MAX_TRANSACTIONS},
        pg_snapshot_xmin(pg_current_snapshot())::text::bigint)) as until,
      exists (select from auto_top_up
        where ended_at is null and not paused_by_fee and trigger_kind = 'balance') as "hasOrders"
    from auto_top_up_progress for update skip locked`.execute(tx);
  return rows[0];
}

export async function saveSearch(tx: Tx, searchedTo: bigint): Promise<void> {
  await sql`
    update auto_top_up_progress set searched_to = ${searchedTo}`.execute(tx);
}

/** A payment that left a card with less than its order's threshold. */
export interface MovementBelow {
  readonly orderId: string;
  readonly customerId: string;
  readonly cardId: string;
  readonly movementId: string;
}

/**
 * Finds, for each order that waits for a balance, the latest payment in the range that reduced the
 * balance and left less than the threshold. Refunds, loads and unloads are no cause, and neither
 * are payments that the order's balance already contained when it was made.
 */
export async function findMovementsBelow(
  tx: Tx,
  { since, until }: SearchedRange,
): Promise<MovementBelow[]> {
  // The planner sees both bounds as values, and therefore uses the index on xid.
  const { rows } = await sql<MovementBelow>`
    select distinct on (o.id) o.id as "orderId", o.customer_id as "customerId",
      o.card_id as "cardId", m.id as "movementId"
    from ledger.movement m
    join auto_top_up o on o.card_id = m.card_id and o.ended_at is null and not o.paused_by_fee
      and o.trigger_kind = 'balance'
    join card c on c.id = o.card_id
    where m.xid >= ${since} and m.xid < ${until}
      and m.kind in ('purchase', 'increment', 'advice', 'clearing', 'force_post')
      and not pg_visible_in_snapshot(m.xid::text::xid8, o.made_at_snapshot::pg_snapshot)
      and exists (
        select from generate_series(1, cardinality(m.touched), 3) at
        where m.touched[at] = c.card_account
          and m.touched[at + 1] - m.touched[at + 2] < o.below_minor)
      and (exists (
          select from ledger.transfer t where t.movement_id = m.id
            and t.debit_account = c.card_account and t.hold_id is null)
        or exists (
          select from ledger.hold_step s join ledger.hold h on h.id = s.hold_id
          where s.movement_id = m.id and s.step in ('hold', 'increase')
            and h.account_id = c.card_account))
    order by o.id, m.id desc`.execute(tx);
  return rows;
}
