import type { CaseKind } from "@tessera/contract/back-office/reviews.schemas";
import type { ErasureObstacle } from "@tessera/contract/identity/account-closing.schemas";
import type { CurrencyCode } from "@tessera/money";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../platform/context.ts";

/** The ledger's status code for a stopped account, which cannot move money. */
const BLOCKED = 3;

/** An item in the closure preview that involves money, in minor units. */
export interface ThingRow {
  readonly id: string | null;
  readonly title: string;
  readonly last4: string | null;
  readonly amountMinor: bigint | null;
  readonly currency: CurrencyCode | null;
  readonly until: Date | null;
}

/** The first few items of a list, and the total number of items. */
export interface Things<Row = ThingRow> {
  readonly count: number;
  readonly rows: readonly Row[];
}

/** Selects the first few items of a list, and the total number of items. */
async function things<Row extends object>(
  tx: Tx,
  query: RawBuilder<Row>,
  limit: number,
): Promise<Things<Row>> {
  const { rows } = await sql<Row & { total: number }>`
    with thing as (${query})
    select thing.*, (count(*) over ())::int as total from thing limit ${limit}`.execute(tx);
  return { count: rows[0]?.total ?? 0, rows };
}

/**
 * Selects what a customer owes: negative balances on accounts and cards, including closed cards.
 */
export function selectDebts(tx: Tx, customerId: string, limit: number): Promise<Things> {
  return things(
    tx,
    sql<ThingRow>`
      select card.id, coalesce(card.nickname, '') as title, card.last4,
        -b.posted as "amountMinor", b.currency, null::timestamptz as until
      from ledger.account a
      join ledger.balance b on b.account_id = a.id
      left join card on card.receivable_account = a.id
      where a.customer_id = ${customerId} and a.kind in ('account', 'receivable')
        and b.posted < 0
      order by a.id`,
    limit,
  );
}

/** Selects accounts and cards that were stopped by an operator or a ledger check. */
export function selectBlocked(tx: Tx, customerId: string, limit: number): Promise<Things> {
  return things(
    tx,
    sql<ThingRow>`
      select card.id, coalesce(card.nickname, '') as title, card.last4,
        b.posted as "amountMinor", b.currency, null::timestamptz as until
      from ledger.account a
      join ledger.balance b on b.account_id = a.id
      left join card on card.card_account = a.id
      where a.customer_id = ${customerId} and a.kind in ('account', 'card')
        and b.status = ${BLOCKED}
      order by a.id`,
    limit,
  );
}

/** Finds the kinds of money that keep a customer from being erased. */
export async function moneyLeftOf(tx: Tx, customerId: string): Promise<ErasureObstacle[]> {
  const { rows } = await sql<{ money: ErasureObstacle[] }>`
    select money_left_of(${customerId}) as money`.execute(tx);
  return rows[0]?.money ?? [];
}

/** A card that is not yet closed. */
export interface CardThing extends ThingRow {
  readonly id: string;
  readonly isScheduled: boolean;
  readonly isFrozenByOperator: boolean;
}

/** Selects a customer's cards that are not yet closed. */
export async function selectCards(tx: Tx, customerId: string): Promise<CardThing[]> {
  const { rows } = await sql<CardThing>`
    select card.id, coalesce(card.nickname, '') as title, card.last4, b.posted as "amountMinor",
      card.currency, null::timestamptz as until, card.schedule is not null as "isScheduled",
      exists (select from card_freeze f where f.card_id = card.id and f.layer = 'operator')
        as "isFrozenByOperator"
    from card join ledger.balance b on b.account_id = card.card_account
    where card.customer_id = ${customerId} and card.status <> 'closed'
    order by card.id`.execute(tx);
  return rows;
}

/** Selects card payments that hold money or await a decision. */
export function selectCardPayments(tx: Tx, customerId: string, limit: number): Promise<Things> {
  return things(
    tx,
    sql<ThingRow>`
      select m.id, m.title, card.last4, coalesce(hold.remaining, -m.amount) as "amountMinor",
        m.currency, hold.until
      from ledger.movement_state s
      join ledger.movement m on m.id = s.movement_id
      join card on card.id = s.card_id
      left join lateral (
        select sum(remaining)::bigint as remaining, max(expires_at) as until from ledger.hold
        where id in (
          select placed.hold_id from ledger.movement made
          join ledger.hold_step placed on placed.movement_id = made.id
          where made.id = s.movement_id or made.parent_id = s.movement_id
        ) and state = 'open'
      ) hold on true
      where s.customer_id = ${customerId} and s.status in ('processing', 'reviewing', 'queued')
        and s.kind <> 'card_opening'
      order by m.event_at, m.id`,
    limit,
  );
}

/** Selects withdrawals in progress. */
export function selectWithdrawals(tx: Tx, customerId: string, limit: number): Promise<Things> {
  return things(
    tx,
    sql<ThingRow>`
      select w.id, q.asset || ' ' || q.network as title, null::text as last4,
        q.total_minor as "amountMinor", q.currency, null::timestamptz as until
      from withdrawal w join withdrawal_quote q on q.id = w.id
      where w.customer_id = ${customerId} and w.ended_at is null
      order by w.id`,
    limit,
  );
}

/** Selects deposits that can still be paid, and deposit payments that have not been credited. */
export function selectDeposits(tx: Tx, customerId: string, limit: number): Promise<Things> {
  return things(
    tx,
    sql<ThingRow>`
      select d.id, d.asset || ' ' || d.network as title, null::text as last4,
        d.credit_minor as "amountMinor", d.currency, d.expires_at as until
      from deposit d
      where d.customer_id = ${customerId} and (d.slot is not null or exists (
        select from deposit_payment p
        where p.deposit_id = d.id and p.credited_at is null and p.held is null
          and p.retracted_at is null))
      order by d.id`,
    limit,
  );
}

/** A case that has not been decided yet. */
export interface CaseThing extends ThingRow {
  readonly title: CaseKind;
}

export function selectCases(
  tx: Tx,
  customerId: string,
  { only, limit }: { readonly only: "applications" | "others"; readonly limit: number },
): Promise<Things<CaseThing>> {
  const kind = only === "applications" ? sql`= 'card_application'` : sql`<> 'card_application'`;
  return things(
    tx,
    sql<CaseThing>`
      select c.id, c.kind as title, null::text as last4, c.amount_minor as "amountMinor",
        c.currency, null::timestamptz as until
      from review_case c
      where c.customer_id = ${customerId} and c.kind ${kind}
        and c.kind not in ('unanswered_hold', 'deposit_retraction')
        and c.status in ('open', 'in_review', 'waiting_customer')
      order by c.id`,
    limit,
  );
}

/** Selects unresolved conversations with support. */
export function selectConversations(tx: Tx, customerId: string, limit: number): Promise<Things> {
  return things(
    tx,
    sql<ThingRow>`
      select c.id, c.subject as title, null::text as last4, null::bigint as "amountMinor",
        null::text as currency, null::timestamptz as until
      from support_conversation c
      where c.customer_id = ${customerId} and c.status <> 'resolved'
      order by c.id`,
    limit,
  );
}
