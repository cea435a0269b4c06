import type { Sql } from "postgres";
import type { ReceivedEvent } from "./receiver-double.ts";

/** What the lab knows from its own receivers. */
export interface WebhookTruth {
  readonly subscribers: readonly {
    readonly customerId: string;
    /** The endpoints, each of which gets every event. */
    readonly endpoints: readonly string[];
  }[];
  readonly events: readonly ReceivedEvent[];
  readonly trapped: readonly string[];
}

/** A row of the ledger that is an event: whose block it is in, and what it is about. */
interface LedgerRow {
  readonly block: number;
  readonly object: string;
}

/**
 * Reads which events a customer must have got, from the ledger's tables: every movement, about
 * itself or the movement whose step it is; every change of a status that no step of it made; and
 * every freeze of a card. Only blocks after the feed's first one count.
 */
async function rowsOf(sql: Sql, customerId: string): Promise<LedgerRow[]> {
  return sql<LedgerRow[]>`
    with mine as (
      select m.id, m.xid, m.parent_id from ledger.movement m where m.customer_id = ${customerId}
    ),
    written as (
      select xid, coalesce(parent_id, id)::text as object from mine
      union all
      select h.xid, h.movement_id::text from ledger.movement_history h
      join mine on mine.id = h.movement_id
      where not exists (select from mine step
        where step.id = h.by_movement_id and step.parent_id = h.movement_id)
      union all
      select a.xid, a.object from ledger.audit a
      where a.customer_id = ${customerId} and a.action in ('card.freeze', 'card.unfreeze')
    )
    select s.n::int as block, w.object from written w
    join ledger.seal s on w.xid >= s.from_xid and w.xid < s.to_xid
    where s.n > (select since_block from webhook_feed where customer_id = ${customerId})`;
}

function countsOf(rows: readonly LedgerRow[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { block, object } of rows) {
    const key = `${object} in block ${block}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Lists what is wrong with the events that one endpoint got. */
function wrongAt(
  endpoint: string,
  events: readonly ReceivedEvent[],
  rows: readonly LedgerRow[],
): string[] {
  const bySequence = new Map<number, ReceivedEvent>();
  const problems: string[] = [];
  for (const event of events) {
    const known = bySequence.get(event.sequence);
    if (!event.isSigned || event.headerId !== event.id) {
      problems.push(`${endpoint}: event ${event.sequence} is not signed, or under another id`);
    }
    if (known !== undefined && (known.id !== event.id || known.object !== event.object)) {
      problems.push(`${endpoint}: event ${event.sequence} came as ${known.id} and ${event.id}`);
    }
    bySequence.set(event.sequence, event);
  }
  for (let sequence = 1; sequence <= rows.length; sequence += 1) {
    if (!bySequence.has(sequence)) {
      problems.push(`${endpoint}: event ${sequence} of ${rows.length} never came`);
    }
  }
  const got = countsOf([...bySequence.values()]);
  const expected = countsOf(rows);
  for (const key of new Set([...got.keys(), ...expected.keys()])) {
    const [came, written] = [got.get(key) ?? 0, expected.get(key) ?? 0];
    if (came !== written) {
      problems.push(`${endpoint}: ${key}: ${written} in the ledger, and ${came} came`);
    }
  }
  return problems;
}

/**
 * Lists what is wrong after a walk: each event of the ledger came at least once to each endpoint,
 * under one id and sequence, signed; nothing else came; and nothing reached a private address or a
 * redirect's target. Reads tables by plain SQL, and shares no code with the product.
 */
export async function checkWebhooks(sql: Sql, truth: WebhookTruth): Promise<string[]> {
  const problems = [...truth.trapped];
  for (const { customerId, endpoints } of truth.subscribers) {
    const rows = await rowsOf(sql, customerId);
    for (const endpoint of endpoints) {
      const own = truth.events.filter((event) => event.endpoint === endpoint);
      problems.push(...wrongAt(endpoint, own, rows));
    }
  }
  return problems;
}
