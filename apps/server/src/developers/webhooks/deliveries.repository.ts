import type { WebhookOutcome } from "@tessera/contract/developers/webhooks.schemas";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/context.ts";
import type { EventRow } from "./webhooks.tables.ts";

/** How long a server may take to send what it has claimed, in seconds. */
const CLAIM_SECONDS = 30;

/** An event that is to be sent to an endpoint. */
export interface Claimed
  extends Pick<EventRow, "id" | "type" | "object_type" | "object_id" | "block" | "at"> {
  readonly endpoint_id: string;
  readonly customer_id: string;
  readonly sequence: bigint;
  /** How many attempts have failed. */
  readonly attempts: number;
  readonly url: string;
}

interface ClaimLimits {
  readonly now: Date;
  /** How many are being sent to an endpoint by this server. */
  readonly busy: ReadonlyMap<string, number>;
  /** The most that may be sent to an endpoint at a time: one that works, and one that fails. */
  readonly perEndpoint: { readonly working: number; readonly failing: number };
  /** The most to claim. */
  readonly limit: number;
}

/**
 * Claims what is due, for a limited time, so that other servers send something else and take over
 * what a killed server has claimed. Each endpoint gets its own share, so that one which does not
 * respond delays no other.
 */
export async function claimDue(db: Db, limits: ClaimLimits): Promise<Claimed[]> {
  const { now, busy, perEndpoint, limit } = limits;
  return db.sql<Claimed[]>`
    with ready as (
      select e.id, e.url,
        case when e.failing_since is null then ${perEndpoint.working}::int
          else ${perEndpoint.failing}::int end - coalesce(b.count, 0) as room
      from webhook_endpoint e
      join customer c on c.id = e.customer_id and c.suspended_at is null
      left join unnest(
        ${[...busy.keys()]}::uuid[], ${[...busy.values()]}::int[]
      ) b (id, count) on b.id = e.id
      where e.status = 'active'
        and not exists (select from account_closing a
          where a.customer_id = e.customer_id and a.closed_at is not null)
    ),
    due as (
      select d.endpoint_id, d.sequence, ready.url
      from ready cross join lateral (
        select w.endpoint_id, w.sequence, w.next_at from webhook_delivery w
        where w.endpoint_id = ready.id and w.status = 'waiting'
          and w.next_at <= ${now.toISOString()}::timestamptz
          and (w.claimed_until is null or w.claimed_until < clock_timestamp())
        order by w.next_at, w.sequence limit greatest(ready.room, 0)
        for update skip locked
      ) d
      limit ${limit}::int
    ),
    claimed as (
      update webhook_delivery w
      set claimed_until = clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS}::int)
      from due where w.endpoint_id = due.endpoint_id and w.sequence = due.sequence
      returning w.endpoint_id, w.sequence, w.customer_id, w.attempts, due.url
    )
    select c.endpoint_id, c.sequence, c.customer_id, c.attempts, c.url, v.id, v.type,
      v.object_type, v.object_id, v.block, v.at
    from claimed c
    join webhook_event v on v.customer_id = c.customer_id and v.sequence = c.sequence
    order by c.endpoint_id, c.sequence`;
}

/** A secret of an endpoint that is about to sign. */
interface SigningSecret {
  readonly endpointId: string;
  readonly id: string;
  readonly sealed: Buffer;
}

/** Finds the secrets of several endpoints that sign at a time, the current ones first. */
export async function findSigningSecrets(
  db: Db,
  endpointIds: readonly string[],
  now: Date,
): Promise<SigningSecret[]> {
  return db.sql<SigningSecret[]>`
    select endpoint_id as "endpointId", id, sealed from webhook_secret
    where endpoint_id = any(${[...endpointIds]}::uuid[])
      and (ends_at is null or ends_at > ${now.toISOString()}::timestamptz)
    order by endpoint_id, ends_at desc nulls first`;
}

/** What became of an attempt to send an event. */
export interface Result {
  readonly attemptId: string;
  readonly delivery: Pick<Claimed, "endpoint_id" | "sequence" | "id" | "type">;
  readonly at: Date;
  readonly durationMs: number;
  readonly outcome: WebhookOutcome;
  readonly status: number | null;
  /** When the event is sent again; null after a success or the last failure. */
  readonly nextAt: Date | null;
}

/**
 * Records attempts, in one statement. A result for an endpoint that was deleted meanwhile is
 * dropped.
 */
export async function recordResults(db: Db, results: readonly Result[]): Promise<void> {
  await db.sql`
    with given as materialized (
      select one.*, one.outcome = 'delivered' as is_success from unnest(
        ${results.map(({ attemptId }) => attemptId)}::uuid[],
        ${results.map(({ delivery }) => delivery.endpoint_id)}::uuid[],
        ${results.map(({ delivery }) => String(delivery.sequence))}::bigint[],
        ${results.map(({ delivery }) => delivery.id)}::uuid[],
        ${results.map(({ delivery }) => delivery.type)}::text[],
        ${results.map(({ at }) => at.toISOString())}::timestamptz[],
        ${results.map(({ durationMs }) => durationMs)}::int[],
        ${results.map(({ outcome }) => outcome)}::text[],
        ${results.map(({ status }) => status)}::int[],
        ${results.map(({ nextAt }) => nextAt?.toISOString() ?? null)}::timestamptz[]
      ) as one (id, endpoint_id, sequence, event_id, type, at, duration_ms, outcome, status,
        next_at)
      join webhook_endpoint e on e.id = one.endpoint_id
      for key share of e
    ),
    ended as (
      update webhook_delivery w set
        attempts = w.attempts + 1,
        claimed_until = null,
        status = case when g.is_success then 'delivered'
          when g.next_at is null then 'failed' else 'waiting' end,
        next_at = coalesce(g.next_at, w.next_at)
      from given g
      where w.endpoint_id = g.endpoint_id and w.sequence = g.sequence and w.status = 'waiting'
    ),
    latest as (
      select endpoint_id, bool_or(is_success) as has_success, min(at) as first_at
      from given group by endpoint_id
    ),
    noted as (
      update webhook_endpoint e
      set failing_since = case when l.has_success then null else l.first_at end
      from latest l
      where e.id = l.endpoint_id and (e.failing_since is null) <> l.has_success
    )
    insert into webhook_attempt (id, endpoint_id, kind, sequence, event_id, type, at, duration_ms,
      outcome, status, next_at)
    select id, endpoint_id, 'event', sequence, event_id, type, at, duration_ms, outcome, status,
      next_at
    from given`;
}

/** Finds the active endpoints that no attempt has reached since before a time. */
export async function findHopeless(db: Db, before: Date): Promise<readonly { id: string }[]> {
  return db.sql<{ id: string }[]>`
    select id from webhook_endpoint
    where status = 'active' and failing_since < ${before.toISOString()}::timestamptz
    order by failing_since limit 100`;
}

interface Replayed {
  readonly events: bigint;
  readonly last: bigint | null;
}

/** Which of a customer's events to send to an endpoint again. */
interface ReplayRange {
  readonly endpointId: string;
  readonly customerId: string;
  readonly since: Date | undefined;
  readonly fromSequence: bigint;
  readonly limit: number;
  readonly now: Date;
}

/**
 * Queues events for an endpoint again, the oldest first: those that its filter lets through, from a
 * sequence on, and from a time on if there is one.
 */
export async function queueAgain(tx: Tx, range: ReplayRange): Promise<Replayed> {
  const { endpointId, customerId, since, fromSequence, limit, now } = range;
  const { rows } = await sql<Replayed>`
    with wanted as (
      select v.sequence from webhook_event v
      join webhook_endpoint e on e.id = ${endpointId} and e.customer_id = v.customer_id
        and (e.types = '{}' or v.type = any(e.types))
        and (e.card_ids = '{}' or v.card_id = any(e.card_ids))
      where v.customer_id = ${customerId} and v.sequence >= ${fromSequence}
        and (${since ?? null}::timestamptz is null or v.at >= ${since ?? null}::timestamptz)
      order by v.sequence limit ${limit}
    ),
    queued as (
      insert into webhook_delivery (endpoint_id, sequence, customer_id, next_at, queued_at)
      select ${endpointId}, sequence, ${customerId}, ${now}, ${now} from wanted
      on conflict (endpoint_id, sequence) do update
        set status = 'waiting', attempts = 0, next_at = excluded.next_at,
          claimed_until = null, queued_at = excluded.queued_at
    )
    select count(*) as events, max(sequence) as last from wanted`.execute(tx);
  return rows[0] ?? { events: 0n, last: null };
}

/** Queues one event for an endpoint again, whether or not its filter lets it through. */
export async function queueOne(
  tx: Tx,
  { endpointId, customerId, sequence, now }: ReplayOne,
): Promise<void> {
  await sql`
    insert into webhook_delivery (endpoint_id, sequence, customer_id, next_at, queued_at)
    values (${endpointId}, ${sequence}, ${customerId}, ${now}, ${now})
    on conflict (endpoint_id, sequence) do update
      set status = 'waiting', attempts = 0, next_at = excluded.next_at, claimed_until = null,
        queued_at = excluded.queued_at`.execute(tx);
}

interface ReplayOne {
  readonly endpointId: string;
  readonly customerId: string;
  readonly sequence: bigint;
  readonly now: Date;
}
