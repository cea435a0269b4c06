import type { AccountKind, Journal } from "@tessera/contract/simulator/scenarios.schemas";
import type { CurrencyCode } from "@tessera/money";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";

/** A movement with the amounts it moved and held, in minor units. */
export interface JournalRow {
  readonly kind: string;
  readonly event_at: Date;
  readonly amount: bigint;
  readonly lines: readonly {
    readonly debit: AccountKind;
    readonly credit: AccountKind;
    readonly amount: string;
  }[];
  readonly holds: readonly {
    readonly step: Journal["holds"][number]["step"];
    readonly amount: string;
    readonly left: string;
  }[];
}

/** Selects a customer's movements after one point in time and up to another, in order. */
export async function selectJournals(
  tx: Tx,
  customerId: string,
  period: { readonly after: Date | null; readonly to: Date },
): Promise<JournalRow[]> {
  const { rows } = await sql<JournalRow>`
    with recursive mine (id) as (
      select id from ledger.movement where customer_id = ${customerId} and parent_id is null
      union all
      select child.id from mine join ledger.movement child on child.parent_id = mine.id
    )
    select m.kind, m.event_at, m.amount,
      coalesce((
        select jsonb_agg(jsonb_build_object('debit', debit.kind, 'credit', credit.kind,
          'amount', t.amount::text) order by t.n)
        from ledger.transfer t
        join ledger.account debit on debit.id = t.debit_account
        join ledger.account credit on credit.id = t.credit_account
        where t.movement_id = m.id
      ), '[]') as lines,
      coalesce((
        select jsonb_agg(jsonb_build_object('step', s.step, 'amount', s.amount::text,
          'left', s.remaining_after::text) order by s.n)
        from ledger.hold_step s where s.movement_id = m.id
      ), '[]') as holds
    from mine join ledger.movement m on m.id = mine.id
    where m.event_at <= ${period.to}
      and (${period.after}::timestamptz is null or m.event_at > ${period.after})
    order by m.event_at, m.created_at, m.id`.execute(tx);
  return rows;
}

/** A hold or other deadline, with the time at which it expires. */
export interface Due {
  readonly kind: "hold" | "review";
  readonly id: string;
  readonly at: Date;
}

/** Selects a customer's deadlines up to a given time, earliest first. */
export async function selectDue(tx: Tx, customerId: string, until: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select 'hold' as kind, s.movement_id as id, min(h.expires_at) as at
    from ledger.movement_state s
    join ledger.movement made on made.id = s.movement_id or made.parent_id = s.movement_id
    join ledger.hold h on h.movement_id = made.id
    where s.customer_id = ${customerId} and s.status = 'processing' and h.state = 'open'
      and h.expires_at <= ${until}
    group by s.movement_id
    union all
    select 'review', id, expires_at from payment_review
    where customer_id = ${customerId} and status = 'waiting' and expires_at <= ${until}
    order by at, id`.execute(tx);
  return rows;
}

/** Selects the balance of a customer's account, in minor units. */
export async function selectAccountBalance(
  tx: Tx,
  customerId: string,
  currency: CurrencyCode,
): Promise<bigint> {
  const { rows } = await sql<{ posted: bigint }>`
    select b.posted from ledger.balance b join ledger.account a on a.id = b.account_id
    where a.customer_id = ${customerId} and a.kind = 'account'
      and a.currency = ${currency}`.execute(tx);
  return rows[0]?.posted ?? 0n;
}

/** Selects the payments made with a card, newest first. */
export async function selectPaymentIds(
  tx: Tx,
  customerId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ledger.movement
    where customer_id = ${customerId} and parent_id is null
      and kind in ('purchase', 'refund', 'force_post')
    order by event_at desc, id desc limit ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}
