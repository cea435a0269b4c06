import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { Happening, SealedRow } from "./event-types.policy.ts";

/** A sealed block whose events are derived next: its transactions from `from` to before `to`. */
export interface NextBlock {
  readonly n: bigint;
  readonly from: bigint;
  readonly to: bigint;
}

/** How far events were derived, and the chain's next and newest block. */
interface Progress {
  readonly derivedTo: bigint;
  readonly newest: bigint;
  readonly next: NextBlock | undefined;
}

/** Takes the turn to derive events, unless another server has it. */
export async function takeProgress(tx: Tx): Promise<Progress | undefined> {
  const { rows } = await sql<{ derivedTo: bigint }>`
    select derived_to as "derivedTo" from webhook_progress for update skip locked`.execute(tx);
  const [progress] = rows;
  if (progress === undefined) {
    return undefined;
  }
  const { derivedTo } = progress;
  // Read after the lock, so that blocks which others have derived are not seen as next.
  const { rows: blocks } = await sql<NextBlock & { newest: bigint }>`
    select n, from_xid as "from", to_xid as "to", (select max(n) from ledger.seal) as newest
    from ledger.seal where n > ${derivedTo} order by n limit 1`.execute(tx);
  const [block] = blocks;
  return {
    derivedTo,
    newest: block?.newest ?? derivedTo,
    next: block && { n: block.n, from: block.from, to: block.to },
  };
}

/** Records that events were derived up to a block. */
export async function saveProgress(tx: Tx, block: bigint): Promise<void> {
  await sql`
    update webhook_progress set derived_to = ${block}, derived_at = clock_timestamp()`.execute(tx);
}

/** Returns whether any customer has webhooks. */
export async function hasFeeds(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select from webhook_feed limit 1`.execute(tx);
  return rows.length > 0;
}

/** A row of a block, and whose it is. */
export type SourceRow = SealedRow & {
  readonly customerId: string;
  readonly happenedAt: Date;
};

/** Selects the rows of a block that can be events, in the ledger's order. */
export async function findSources(tx: Tx, { from, to }: NextBlock): Promise<SourceRow[]> {
  const { rows } = await sql<SourceRow>`
    select customer_id as "customerId", source, kind, status, action, root_id as "rootId",
      root_kind as "rootKind", card_id as "cardId", happened_at as "happenedAt"
    from webhook_sources(${from}, ${to})`.execute(tx);
  return rows;
}

/** An event that has no sequence yet. */
export type NewEvent = Happening &
  Pick<SourceRow, "source" | "customerId" | "cardId" | "happenedAt"> & { readonly id: string };

/**
 * Inserts the events of a block, in order, each with its customer's next sequence, and queues them
 * for the endpoints whose filters let them through.
 */
export async function insertEvents(
  tx: Tx,
  events: readonly NewEvent[],
  { block, now }: { readonly block: bigint; readonly now: Date },
): Promise<void> {
  await sql`
    with given as (
      select one.*, f.last_sequence
          + row_number() over (partition by one.customer_id order by one.place) as sequence
      from unnest(
        ${events.map(({ id }) => id)}::uuid[],
        ${events.map(({ customerId }) => customerId)}::uuid[],
        ${events.map(({ type }) => type)}::text[],
        ${events.map(({ objectType }) => objectType)}::text[],
        ${events.map(({ objectId }) => objectId)}::uuid[],
        ${events.map(({ cardId }) => cardId)}::uuid[],
        ${events.map(({ source }) => source)}::text[],
        ${events.map(({ happenedAt }) => happenedAt.toISOString())}::timestamptz[]
      ) with ordinality as one (id, customer_id, type, object_type, object_id, card_id, source, at,
        place)
      join webhook_feed f on f.customer_id = one.customer_id
    ),
    made as (
      insert into webhook_event (customer_id, sequence, id, type, object_type, object_id, card_id,
        block, source, at, created_at)
      select customer_id, sequence, id, type, object_type, object_id, card_id, ${block}, source, at,
        ${now}::timestamptz
      from given
      returning customer_id, sequence, type, card_id
    ),
    counted as (
      update webhook_feed f set last_sequence = g.last
      from (select customer_id, max(sequence) as last from made group by customer_id) g
      where f.customer_id = g.customer_id
    )
    insert into webhook_delivery (endpoint_id, sequence, customer_id, next_at, queued_at)
    select e.id, made.sequence, made.customer_id, ${now}::timestamptz, ${now}::timestamptz
    from made join webhook_endpoint e on e.customer_id = made.customer_id
      and e.status in ('active', 'paused')
      and (e.types = '{}' or made.type = any(e.types))
      and (e.card_ids = '{}' or made.card_id = any(e.card_ids))`.execute(tx);
}
