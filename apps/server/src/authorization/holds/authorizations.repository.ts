import type { Merchant } from "@tessera/contract/insights/bills.schemas";
import type { Presence } from "@tessera/contract/simulator/sandbox.schemas";
import type { CurrencyCode } from "@tessera/money";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { CountedWindow } from "../decision/index.ts";
import type { AuthorizationName } from "../messages/index.ts";
import { referenceKeyOf } from "../messages/index.ts";
import { type HeldPart, heldMinorOf } from "./held-parts.ts";

/**
 * An authorization with the current state of its hold. Amounts are in minor units of `currency`.
 */
export interface Authorization {
  readonly id: string;
  readonly customerId: string;
  readonly cardId: string;
  readonly currency: CurrencyCode;
  readonly merchant: Merchant;
  /** How the card was used, if known. */
  readonly channel: Presence | null;
  /** The amount most recently agreed on before clearing or before the hold ended. Can be zero. */
  readonly authorizedMinor: bigint;
  /** Open while one of the holds is. */
  readonly holdState: "open" | "captured" | "released" | "expired";
  /** How much of the payment the holds still cover. */
  readonly remainingMinor: bigint;
  /** The holds, oldest first: on the card, and on the account for what the card lacked. */
  readonly parts: readonly HeldPart[];
  readonly expiresAt: Date;
  /** The total of all clearings so far, including amounts beyond the hold. */
  readonly clearedMinor: bigint;
  /** Whether one of the clearings was marked as final. */
  readonly isSettled: boolean;
  /** How the first request was converted, as stored; null in the card's currency. */
  readonly exchange: unknown;
  /**
   * By how much the steps have changed the merchant's pending amount, in minor units of the
   * merchant's currency.
   */
  readonly merchantChangeMinor: bigint;
  /** The markup in the authorized amount, and in what was cleared. */
  readonly authorizedFeeMinor: bigint;
  readonly clearedFeeMinor: bigint;
}

export interface AuthorizedCard {
  readonly id: string;
  /** The payment's idempotency key in the ledger, chosen by the client. */
  readonly clientKey: string | null;
  readonly customerId: string;
  readonly cardId: string;
}

/**
 * Finds the card that an authorization was made on. Lock the card before making decisions about the
 * authorization.
 */
export async function findAuthorizedCard(
  tx: Tx,
  { authorisationId: authorizationId, networkReference }: AuthorizationName,
): Promise<AuthorizedCard | undefined> {
  const key = networkReference === undefined ? null : referenceKeyOf(networkReference);
  if (authorizationId === undefined && key === null) {
    return undefined;
  }
  const named =
    key === null
      ? sql`id = ${authorizationId}`
      : sql`client_key = ${key} and client_key like 'network:%'
          and id = coalesce(${authorizationId ?? null}, id)`;
  const { rows } = await sql<AuthorizedCard>`
    select id, client_key as "clientKey", customer_id as "customerId", card_id as "cardId"
    from ledger.movement
    where ${named} and kind = 'purchase' and card_id is not null
      and parent_id is null and status = 'processing'
    order by id limit 1`.execute(tx);
  return rows[0];
}

/**
 * Returns whether a payment is in the ledger and was not declined, or undefined if its id is
 * unknown.
 *
 * @param id the id of the payment's movement and hold
 */
export async function isPaymentTaken(tx: Tx, id: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ isTaken: boolean }>`
    select status not in ('declined', 'reviewing') as "isTaken" from ledger.movement
    where id = ${id}`.execute(tx);
  return rows[0]?.isTaken;
}

/**
 * Returns whether the network has followed up on an authorization with an increment, an advice or a
 * clearing. A network does so only after an approval.
 */
export async function wasBuiltUpon(tx: Tx, authorizationId: string): Promise<boolean> {
  const { rows } = await sql`
    select from ledger.movement
    where parent_id = ${authorizationId} and status = 'completed'
      and kind in ('increment', 'advice', 'clearing')
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** A hold as read with its authorization: numbers as text, since JSON has no bigints. */
export interface StoredPart {
  readonly id: string;
  readonly kind: string;
  readonly state: Authorization["holdState"];
  readonly captured: string;
  readonly remaining: string;
  readonly fee: number | null;
}

/** Converts a hold that was read with {@link storedParts}. */
export function partOf({ id, kind, state, captured, remaining, fee }: StoredPart): HeldPart {
  return {
    id,
    on: kind === "card" ? "card" : "account",
    isOpen: state === "open",
    capturedMinor: BigInt(captured),
    remainingMinor: BigInt(remaining),
    feeBasisPoints: fee ?? 0,
  };
}

/** Reads an authorization. Its card must be locked, so that the state cannot change afterward. */
export async function readAuthorization(tx: Tx, authorizationId: string): Promise<Authorization> {
  const row = await selectAuthorization(tx, authorizationId);
  if (row === undefined) {
    throw new Error(`authorization ${authorizationId} has no hold`);
  }
  const { stored, ...authorization } = row;
  const parts = stored.map(partOf);
  return {
    ...authorization,
    holdState: parts.some(({ isOpen }) => isOpen) ? "open" : authorization.holdState,
    remainingMinor: heldMinorOf(parts),
    parts,
  };
}

type AuthorizationRow = Omit<Authorization, "parts" | "remainingMinor"> & {
  readonly stored: readonly StoredPart[];
};

/**
 * Selects the holds of an authorization, oldest first, as a JSON list of {@link StoredPart}. A step
 * places a hold of its own if it draws on the account.
 */
export function storedParts(authorizationId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select jsonb_agg(jsonb_build_object('id', held.id, 'kind', account.kind,
      'state', held.state, 'captured', held.captured::text, 'remaining', held.remaining::text,
      'fee', made.data -> 'draw' -> 'feeBasisPoints') order by held.created_at, held.id)
    from (
      select own.id, own.data from ledger.movement own where own.id = ${authorizationId}
      union all
      select step.id, step.data from ledger.movement step where step.parent_id = ${authorizationId}
      offset 0
    ) made
    cross join lateral (
      select hold_id from ledger.hold_step
      where movement_id = made.id and step = 'hold' offset 0
    ) placed
    cross join lateral (select * from ledger.hold where id = placed.hold_id offset 0) held
    cross join lateral (
      select kind from ledger.account where id = held.account_id offset 0
    ) account
  )`;
}

async function selectAuthorization(
  tx: Tx,
  authorizationId: string,
): Promise<AuthorizationRow | undefined> {
  const { rows } = await sql<AuthorizationRow>`
    select movement.id, movement.customer_id as "customerId", movement.card_id as "cardId",
      movement.currency, movement.data -> 'merchant' as merchant,
      movement.data ->> 'channel' as channel,
      -coalesce((
        select later.amount from ledger.movement_history later
        where later.movement_id = movement.id and later.status = 'processing'
        order by later.n desc limit 1
      ), movement.amount)::bigint as "authorizedMinor",
      coalesce((
        select later.fee from ledger.movement_history later
        where later.movement_id = movement.id and later.status = 'processing'
        order by later.n desc limit 1
      ), movement.fee)::bigint as "authorizedFeeMinor",
      movement.data -> 'exchange' as exchange, hold.state as "holdState",
      hold.expires_at as "expiresAt", part.stored,
      steps.cleared as "clearedMinor", steps.settled as "isSettled",
      steps.cleared_fee as "clearedFeeMinor", steps.merchant_change as "merchantChangeMinor"
    from ledger.movement join ledger.hold on hold.id = movement.id
    cross join lateral (
      select coalesce(-sum(step.amount) filter (where is_clearing), 0)::bigint as cleared,
        coalesce(sum(step.fee) filter (where is_clearing), 0)::bigint as cleared_fee,
        coalesce(bool_or(step.data ->> 'final' is distinct from 'false')
          filter (where is_clearing), false) as settled,
        coalesce(sum((step.data -> 'exchange' ->> 'change')::bigint), 0)::bigint
          as merchant_change
      from ledger.movement step
      cross join lateral (select step.kind in ('clearing', 'force_post') as is_clearing) of_kind
      where step.parent_id = movement.id
    ) steps
    cross join lateral (select ${storedParts(sql`movement.id`)} as stored) part
    where movement.id = ${authorizationId}`.execute(tx);
  return rows[0];
}

/**
 * Lists, for each window, the amount currently counted for an authorization and its steps, newest
 * window first.
 */
export async function countedWindows(tx: Tx, authorizationId: string): Promise<CountedWindow[]> {
  const { rows } = await sql<CountedWindow>`
    select counter.subject, counter.time_window as "window",
      sum(part.amount)::bigint as "amountMinor",
      sum(part.count)::int as count
    from ledger.movement movement
    cross join lateral (
      select movement.counted[place] as counter_id, movement.counted[place + 1] as amount,
        movement.counted[place + 2] as count
      from generate_series(1, cardinality(movement.counted), 3) place
    ) part
    join ledger.counter counter on counter.id = part.counter_id
    where movement.id = ${authorizationId} or movement.parent_id = ${authorizationId}
    group by counter.subject, counter.time_window
    having sum(part.amount) > 0 or sum(part.count) > 0
    order by max(movement.event_at) desc, counter.time_window desc`.execute(tx);
  return rows;
}
