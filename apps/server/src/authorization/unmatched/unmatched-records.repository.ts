import type {
  UnmatchedKind,
  UnmatchedState,
} from "@tessera/contract/authorization/network.schemas";
import type { Merchant } from "@tessera/contract/insights/bills.schemas";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import { readStored, type Stored, type UnmatchedMessage } from "./unmatched.repository.ts";

/** A message without an authorization, with its outcome. */
export interface UnmatchedRecord extends UnmatchedMessage {
  readonly state: UnmatchedState;
  readonly settledAt: Date | null;
  readonly decidedBy: string | null;
  readonly reason: string | null;
  readonly authorisationId: string | null;
  readonly last4: string;
  readonly cardType: string;
  readonly cardNetwork: string;
}

export interface UnmatchedFilter {
  readonly limit: number;
  readonly state?: UnmatchedState;
  readonly kind?: UnmatchedKind;
  /** A LIKE pattern for the network's reference or the merchant's name. */
  readonly pattern?: string;
  /** The id of the last row on the previous page. */
  readonly beforeId?: string;
}

/**
 * An authorization that an unmatched message may belong to. Amounts are in minor units of the
 * message's currency.
 */
export interface CandidateRow {
  readonly id: string;
  readonly merchant: Merchant;
  readonly authorizedMinor: bigint;
  readonly pendingMinor: bigint;
  readonly createdAt: Date;
}

/** Maximum number of messages that a text search scans, newest first, whether or not they match. */
const SCANNED = 5_000;

const RECORD = sql`u.id, u.network_reference as "networkReference", u.kind,
  u.customer_id as "customerId", u.card_id as "cardId", u.currency, u.merchant,
  u.amount_minor as "amountMinor", u.merchant_amount as "merchantAmount", u.final,
  u.received_at as "receivedAt", u.state,
  u.settled_at as "settledAt", u.decided_by as "decidedBy", u.reason,
  u.authorisation_id as "authorisationId", card.last4, card.type as "cardType",
  card.network as "cardNetwork"`;

/** Selects unmatched messages, newest first. A text search covers only the newest few thousand. */
export async function selectUnmatched(tx: Tx, filter: UnmatchedFilter): Promise<UnmatchedRecord[]> {
  const { limit, state, kind, pattern, beforeId } = filter;
  const { rows } = await sql<Stored<UnmatchedRecord>>`
    select ${RECORD}
    from (
      select * from network_unmatched
      where true ${state === undefined ? sql`` : sql`and state = ${state}`}
        ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
        ${beforeId === undefined ? sql`` : sql`and id < ${beforeId}::uuid`}
      order by id desc limit ${pattern === undefined ? limit : SCANNED}
    ) u join card on card.id = u.card_id
    where ${pattern ?? null}::text is null or u.network_reference ilike ${pattern ?? null}
      or u.merchant ->> 'name' ilike ${pattern ?? null}
    order by u.id desc limit ${limit}`.execute(tx);
  return rows.map(readStored<UnmatchedRecord>);
}

export async function findUnmatched(tx: Tx, id: string): Promise<UnmatchedRecord | undefined> {
  const { rows } = await sql<Stored<UnmatchedRecord>>`
    select ${RECORD} from network_unmatched u join card on card.id = u.card_id
    where u.id = ${id}`.execute(tx);
  return rows.map(readStored<UnmatchedRecord>)[0];
}

/** Selects a message, settled or not, FOR UPDATE. */
export async function lockUnmatched(tx: Tx, id: string): Promise<UnmatchedRecord | undefined> {
  const { rows } = await sql`
    select id from network_unmatched where id = ${id} for no key update`.execute(tx);
  return rows.length === 0 ? undefined : findUnmatched(tx, id);
}

/** Settles a waiting message as decided by an operator. */
export async function decideUnmatched(
  tx: Tx,
  id: string,
  decision: {
    readonly state: "applied" | "dismissed";
    readonly at: Date;
    readonly by: string;
    readonly reason: string | null;
    readonly authorisationId: string | null;
  },
): Promise<void> {
  const { state, at, by, reason, authorisationId: authorizationId } = decision;
  await sql`
    update network_unmatched set state = ${state}, settled_at = ${at}, decided_by = ${by},
      reason = ${reason}, authorisation_id = ${authorizationId}
    where id = ${id} and state = 'waiting'`.execute(tx);
}

const MOST_CANDIDATES = 20;

/**
 * Selects payments on the message's card that were made since a given time and can still change,
 * newest first. Uses an index, which limits the scan to the customer's payments since then.
 */
export async function selectCandidates(
  tx: Tx,
  { customerId, cardId, currency }: UnmatchedMessage,
  since: Date,
): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    select m.id, m.data -> 'merchant' as merchant, m.event_at as "createdAt",
      authorized.minor as "authorizedMinor",
      greatest(authorized.minor - cleared.minor, 0)::bigint as "pendingMinor"
    from (
      select id, data, event_at, amount from ledger.movement
      where customer_id = ${customerId} and parent_id is null and event_at >= ${since}
        and card_id = ${cardId} and kind = 'purchase' and status = 'processing'
        and currency = ${currency}
      order by event_at desc limit ${MOST_CANDIDATES}
    ) m
    cross join lateral (
      select -coalesce((
        select later.amount from ledger.movement_history later
        where later.movement_id = m.id and later.status = 'processing'
        order by later.n desc limit 1
      ), m.amount)::bigint as minor
    ) authorized
    cross join lateral (
      select coalesce(-sum(step.amount), 0)::bigint as minor,
        coalesce(bool_or(step.data ->> 'final' is distinct from 'false'), false) as is_settled
      from ledger.movement step
      where step.parent_id = m.id and step.kind in ('clearing', 'force_post')
    ) cleared
    where not cleared.is_settled
    order by m.event_at desc`.execute(tx);
  return rows;
}
