import type { CurrencyCode } from "@tessera/money";
import { sql } from "kysely";
import {
  heldMinorOf,
  partOf,
  type StoredPart,
  storedParts,
} from "../../authorization/holds/index.ts";
import type { Tx } from "../../platform/context.ts";
import type { Place, Seek } from "../../platform/paging/pages.ts";
import type { StepRow } from "../bills/index.ts";

interface CardKey {
  readonly customerId: string;
  readonly cardId: string;
}

/** A card's pending payment with its hold, in minor units of `currency`. */
export interface OpenHoldRow {
  readonly id: string;
  readonly title: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: Date;
  readonly currency: CurrencyCode;
  readonly authorizedMinor: bigint;
  readonly clearedMinor: bigint;
  /** What is held on the card. */
  readonly heldMinor: bigint;
  /** What is held on the account because the card lacked it, with the fee. */
  readonly drawnMinor: bigint;
  /** How much of the payment itself both cover. */
  readonly coveredMinor: bigint;
  readonly releaseBy: Date;
}

/** The expiry truncated to milliseconds, as used in cursors. */
const RELEASE_BY = sql`date_trunc('milliseconds', hold.expires_at)`;

/**
 * Returns a hold's position in the list, so that {@link selectOpenHolds} can continue from there.
 */
export function placeOfHold({ releaseBy, id }: OpenHoldRow): Place {
  return [releaseBy.toISOString(), id];
}

/**
 * Selects the open holds of a card, starting with the next to expire. There are few open payments,
 * which are indexed. Their holds and clearings are looked up by key.
 *
 * @param seek the page to read. Defaults to all rows.
 */
export async function selectOpenHolds(
  tx: Tx,
  { customerId, cardId }: CardKey,
  seek?: Seek,
): Promise<OpenHoldRow[]> {
  const [releaseBy, id] = seek?.after ?? [];
  const behind =
    seek?.after === undefined
      ? sql``
      : sql`and (${RELEASE_BY}, s.movement_id) > (${releaseBy}::text::timestamptz, ${id}::uuid)`;
  const { rows } = await sql<StoredRow>`
    select s.movement_id as id, m.title, m.data, m.event_at as at, m.currency,
      -s.amount as "authorizedMinor", part.stored,
      hold.expires_at as "releaseBy", steps.cleared as "clearedMinor"
    from ledger.movement_state s
    cross join lateral (
      select expires_at from ledger.hold where id = s.movement_id offset 0
    ) hold
    cross join lateral (
      select ${storedParts(sql`s.movement_id`)} as stored offset 0
    ) part
    cross join lateral (
      select title, data, event_at, currency from ledger.movement
      where id = s.movement_id offset 0
    ) m
    cross join lateral (
      select coalesce(-sum(step.amount), 0)::bigint as cleared from ledger.movement step
      where step.parent_id = s.movement_id and step.kind in ('clearing', 'force_post')
    ) steps
    where s.customer_id = ${customerId} and s.card_id = ${cardId}
      and s.status in ('processing', 'reviewing', 'queued')
      and part.stored @> '[{"state": "open"}]'
      ${behind}
    order by ${RELEASE_BY}, s.movement_id
    ${seek === undefined ? sql`` : sql`limit ${seek.limit}`}`.execute(tx);
  return rows.map(({ stored, ...row }) => {
    const parts = stored.map(partOf).filter(({ isOpen }) => isOpen);
    return {
      ...row,
      heldMinor: remainingOf(parts.filter(({ on }) => on === "card")),
      drawnMinor: remainingOf(parts.filter(({ on }) => on === "account")),
      coveredMinor: heldMinorOf(parts),
    };
  });
}

type StoredRow = Omit<OpenHoldRow, "heldMinor" | "drawnMinor" | "coveredMinor"> & {
  readonly stored: readonly StoredPart[];
};

function remainingOf(parts: readonly { readonly remainingMinor: bigint }[]): bigint {
  return parts.reduce((sum, { remainingMinor }) => sum + remainingMinor, 0n);
}

/** Counts the open holds of a card. */
export async function countOpenHolds(tx: Tx, { customerId, cardId }: CardKey): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from ledger.movement_state s
    cross join lateral (
      select 1 from ledger.hold where id = s.movement_id offset 0
    ) hold
    where ${storedParts(sql`s.movement_id`)} @> '[{"state": "open"}]'
      and s.customer_id = ${customerId} and s.card_id = ${cardId}
      and s.status in ('processing', 'reviewing', 'queued')`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** A step of a hold. */
export interface HoldStepRow extends StepRow {
  readonly payment_id: string;
  /** What each hold on the card that the step changed has left, as text. */
  readonly left: Readonly<Record<string, string>> | null;
}

/** Selects the steps of pending payments in order, starting with the authorization. */
export async function selectHoldSteps(tx: Tx, ids: readonly string[]): Promise<HoldStepRow[]> {
  const { rows } = await sql<HoldStepRow>`
    select asked.id as payment_id, m.id, m.kind, m.status, m.amount, m.currency, m.data, m.event_at,
      (select jsonb_object_agg(step.hold_id, step.remaining_after::text order by step.n)
       from ledger.hold_step step
       cross join lateral (
         select account_id from ledger.hold where id = step.hold_id offset 0
       ) hold
       cross join lateral (
         select kind from ledger.account where id = hold.account_id offset 0
       ) account
       where step.movement_id = m.id and account.kind = 'card') as "left"
    from unnest(${ids}::uuid[]) asked (id)
    cross join lateral (
      select * from ledger.movement where id = asked.id
      union all
      select * from ledger.movement where parent_id = asked.id
      offset 0
    ) m
    order by asked.id, m.parent_id nulls first, m.event_at, m.created_at, m.id`.execute(tx);
  return rows;
}

/** A payment whose hold expired before it was cleared, in minor units. */
export interface LapsedHoldRow {
  readonly id: string;
  readonly title: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: Date;
  readonly amountMinor: bigint;
  readonly releasedAt: Date;
}

/**
 * Selects holds that expired since a given time, newest payment first.
 *
 * @param asked.madeSince the earliest time at which holds that expired since `releasedSince` can
 * have been created
 */
export async function selectLapsedHolds(
  tx: Tx,
  asked: CardKey & {
    readonly madeSince: Date;
    readonly releasedSince: Date;
    readonly limit: number;
  },
): Promise<LapsedHoldRow[]> {
  const { rows } = await sql<LapsedHoldRow>`
    select s.movement_id as id, m.title, m.data, m.event_at as at, -m.amount as "amountMinor",
      expiry.event_at as "releasedAt"
    from ledger.movement_state s
    cross join lateral (
      select title, data, event_at, amount, kind from ledger.movement
      where id = s.movement_id offset 0
    ) m
    cross join lateral (
      select event_at from ledger.movement step
      where step.parent_id = s.movement_id and step.kind = 'expiry'
      order by event_at desc limit 1
    ) expiry
    where s.customer_id = ${asked.customerId} and s.card_id = ${asked.cardId}
      and s.status = 'expired' and s.kind = 'purchase' and s.event_at >= ${asked.madeSince}
      and expiry.event_at >= ${asked.releasedSince}
    order by s.event_at desc, s.movement_id desc limit ${asked.limit}`.execute(tx);
  return rows;
}
