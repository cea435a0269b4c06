import { sql } from "kysely";
import type { Db } from "../database/db.ts";
import { wireId } from "../ids.ts";

/** An event for open screens. */
export interface CustomerEvent {
  /**
   * The event's id, which increases with every event. A reader resumes after the last id that it
   * received.
   */
  readonly id: bigint;
  readonly customerId: string;
  readonly topic: string;
  readonly body: unknown;
}

/**
 * Inserts an event for each address. The commit does not wait for the disk, since screens also
 * poll.
 */
export async function insertEvent(
  db: Db,
  addresses: readonly string[],
  topic: string,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  await db.sql`
    with relaxed as materialized (select set_config('synchronous_commit', 'off', true)),
    turn as materialized (
      select only_row from event_sequencer, relaxed for update of event_sequencer
    )
    insert into customer_event (customer_id, topic, body)
    select address, ${topic}, ${JSON.stringify(body)}::text::jsonb
    from turn, unnest(${addresses}::uuid[]) address`;
}

/** How long, in seconds, a process counts as listening after its last announcement. */
const PRESENCE_SECONDS = 45;

/** Announces the addresses at which a process is currently listening. */
export async function announceListeners(
  db: Db,
  processId: string,
  addresses: readonly string[],
): Promise<void> {
  await db.sql`
    with gone as (
      delete from event_presence
      where seen_at < now() - make_interval(secs => ${PRESENCE_SECONDS})
        and process_id <> ${processId}::uuid
    )
    insert into event_presence (process_id, addresses, seen_at)
    values (${processId}::uuid, ${addresses}::uuid[], now())
    on conflict (process_id) do update
      set addresses = excluded.addresses, seen_at = excluded.seen_at`;
}

/** Returns whether any process has recently announced that it is listening at an address. */
export async function isHeardElsewhere(db: Db, address: string): Promise<boolean> {
  const rows = await db.sql`
    select from event_presence
    where seen_at > now() - make_interval(secs => ${PRESENCE_SECONDS})
      and addresses @> array[${address}::uuid]
    limit 1`;
  return rows.length > 0;
}

/**
 * Converts the ledger's outbox entries into events, unless another server is already doing so.
 *
 * @returns the number of converted entries
 */
export async function relayOutbox(db: Db, limit: number): Promise<number> {
  const rows = await db.sql`
    with relaxed as materialized (select set_config('synchronous_commit', 'off', true)),
    turn as materialized (
      select only_row from event_sequencer, relaxed for update of event_sequencer skip locked
    ),
    taken as (
      delete from ledger.outbox where id in (
        select id from ledger.outbox, turn order by id limit ${limit}
      )
      returning id, movement_id, topic, body
    )
    insert into customer_event (customer_id, topic, body)
    select coalesce(movement.customer_id, (taken.body ->> 'customerId')::uuid),
      taken.topic, taken.body
    from taken left join ledger.movement on movement.id = taken.movement_id
    where movement.id is not null or taken.body ? 'customerId'
    order by taken.id
    returning 1`;
  return rows.length;
}

/**
 * Maximum number of transactions per run. Far more than normally occur between two runs, but also
 * limits the first run after a pause.
 */
const MAX_TRANSACTIONS = 20_000;

/**
 * Creates one event for each card that had movements since the last run, no matter how many.
 * Screens reload after a single event, and recording a movement requires no extra work.
 *
 * @returns whether there may be more events to create
 */
export async function relayMovedCards(db: Db): Promise<boolean> {
  // Not pipelined, since payments on the same connection would have to wait for this statement.
  const { rows } = await sql<{ more: boolean }>`
    with relaxed as materialized (select set_config('synchronous_commit', 'off', true)),
    turn as materialized (
      select relayed_to from event_sequencer, relaxed for update of event_sequencer skip locked
    ),
    step as materialized (
      select relayed_to as since, greatest(relayed_to, least(relayed_to + ${MAX_TRANSACTIONS},
        pg_snapshot_xmin(pg_current_snapshot())::text::bigint)) as until
      from turn
    ),
    moved as materialized (
      select card.* from step cross join lateral ledger.moved_cards(step.since, step.until) card
    ),
    onward as (
      update event_sequencer set relayed_to = step.until from step
      where step.until = step.since + ${MAX_TRANSACTIONS} or exists (select from moved)
    ),
    told as (
      insert into customer_event (customer_id, topic, body)
      select customer_id, 'card',
        jsonb_build_object('cardId', ${wireId("card", "")} || card_id::text)
      from moved
    )
    select until = since + ${MAX_TRANSACTIONS} as more from step`.execute(db.kysely);
  return rows[0]?.more === true;
}

/** Lists the events after an id, oldest first, either for specific addresses or for all. */
export async function eventsAfter(
  db: Db,
  after: bigint,
  addresses: readonly string[] | null,
  limit: number,
): Promise<readonly CustomerEvent[]> {
  return db.sql<CustomerEvent[]>`
    select id, customer_id as "customerId", topic, body from customer_event
    where id > ${after.toString()}::bigint
      and (${addresses}::uuid[] is null or customer_id = any(${addresses}::uuid[]))
    order by id limit ${limit}`;
}

/**
 * Returns the ids of the newest event and of the oldest stored event. Both are 0 if there are none.
 */
export async function eventBounds(db: Db): Promise<{ newest: bigint; oldest: bigint }> {
  const [bounds] = await db.sql<{ newest: bigint; oldest: bigint }[]>`
    select coalesce(max(id), 0)::bigint as newest, coalesce(min(id), 0)::bigint as oldest
    from customer_event`;
  return bounds ?? { newest: 0n, oldest: 0n };
}

export async function forgetEvents(db: Db, hours: number): Promise<void> {
  await sql`
    delete from customer_event where created_at < now() - make_interval(hours => ${hours})
      and id < (select max(id) from customer_event)`.execute(db.kysely);
}
