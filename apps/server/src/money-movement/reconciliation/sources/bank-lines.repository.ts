import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../platform/context.ts";

/** The rows of one page: those after an id, up to another one. */
export interface Place {
  readonly after: string;
  readonly before: string;
  readonly limit: number;
}

/** A transaction of a bank statement, with what the ledger did about it. Amounts are signed. */
export interface EntryPair {
  readonly id: string;
  readonly currency: string;
  readonly outside_minor: bigint;
  readonly state: string;
  /** The movement that credited it, took it back, or recorded it as a trade with a bank. */
  readonly movement_id: string | null;
  readonly moved_at: Date | null;
  readonly ledger_minor: bigint | null;
  /** Whether an earlier credit has the same amount, payer and end-to-end id. */
  readonly is_twin: boolean;
}

async function rowsOf<Row>(query: RawBuilder<Row>, tx: Tx): Promise<readonly Row[]> {
  return (await query.execute(tx)).rows;
}

/** Selects transactions in the order of their import. */
export function selectEntryPairs(tx: Tx, { after, before, limit }: Place) {
  return rowsOf(
    sql<EntryPair>`
    select e.id, e.currency, case when e.is_credit then e.amount_minor else -e.amount_minor end
        as outside_minor,
      e.state, coalesce(m.id, k.id) as movement_id, coalesce(m.event_at, k.event_at) as moved_at,
      coalesce(t.moved, k.amount) as ledger_minor,
      e.is_credit and e.end_to_end_id is not null and exists (select from bank_entry x
        where x.account = e.account and x.is_credit and x.amount_minor = e.amount_minor
          and x.end_to_end_id = e.end_to_end_id and x.id < e.id
          and x.party_account is not distinct from e.party_account) as is_twin
    from bank_entry e
    left join ledger.movement m on m.id = e.movement_id
    left join lateral (
      select sum(case when x.debit_account = a.id then x.amount else -x.amount end)::bigint as moved
      from ledger.transfer x
      join ledger.account a on a.kind = 'suspense' and a.id in (x.debit_account, x.credit_account)
      where x.movement_id = e.movement_id
    ) t on true
    left join lateral (
      select y.id, y.event_at, y.amount from bank_trade b
      join ledger.movement y on y.id in (b.id, b.bought_movement_id) and y.currency = e.currency
      where e.state in ('unmatched', 'outflow', 'traded')
        and b.bank_reference in (substr(e.entry_key, 3), e.end_to_end_id)
        and y.amount = case when e.is_credit then e.amount_minor else -e.amount_minor end
      limit 1
    ) k on true
    where e.id > ${after}::uuid and e.id < ${before}::uuid
    order by e.id limit ${limit}`,
    tx,
  );
}

/** A movement that says it belongs to a transaction, which does not name it. */
export interface StrayMovement {
  readonly id: string;
  readonly currency: string;
  readonly amount_minor: bigint;
  readonly at: Date;
  /** The transaction; null if there is none. */
  readonly entry_id: string | null;
  readonly entry_minor: bigint | null;
  readonly other_id: string | null;
  readonly other_minor: bigint | null;
  readonly other_at: Date | null;
}

/** Selects movements for bank transfers that no transaction names, in the order of their ids. */
export function selectStrayMovements(tx: Tx, { after, before, limit }: Place) {
  return rowsOf(
    sql<StrayMovement>`
    select m.id, m.currency, m.amount as amount_minor, m.event_at as at, e.id as entry_id,
      case when e.is_credit then e.amount_minor else -e.amount_minor end as entry_minor,
      o.id as other_id, o.amount as other_minor, o.event_at as other_at
    from ledger.movement m
    left join bank_entry e on e.id = case when m.data ->> 'entryId' ~ '^ben_[0-9a-f-]{36}$'
      then substr(m.data ->> 'entryId', 5)::uuid end
    left join ledger.movement o on o.id = e.movement_id
    where m.id > ${after}::uuid and m.id < ${before}::uuid and m.kind in ('deposit', 'reversal')
      and m.data ->> 'source' = 'bank' and e.movement_id is distinct from m.id
    order by m.id limit ${limit}`,
    tx,
  );
}

/** A statement with what the ledger took in of it. Amounts are signed. */
export interface StatementPair {
  readonly id: string;
  readonly currency: string;
  readonly outside_minor: bigint;
  readonly movement_id: string | null;
  readonly moved_at: Date | null;
  readonly ledger_minor: bigint | null;
}

/** Selects statements in the order of their import. The first one has the opening balance, too. */
export function selectStatementPairs(tx: Tx, { after, before, limit }: Place) {
  return rowsOf(
    sql<StatementPair>`
    select s.id, s.currency, s.credits_minor - s.debits_minor + case when exists (
        select from bank_statement f where f.account = s.account and f.id < s.id)
        then 0 else s.opening_minor end as outside_minor,
      m.id as movement_id, m.event_at as moved_at, t.moved as ledger_minor
    from bank_statement s
    left join ledger.movement m on m.id = s.movement_id
    left join lateral (
      select sum(case when x.debit_account = a.id then x.amount else -x.amount end)::bigint as moved
      from ledger.transfer x
      join ledger.account a on a.kind = 'bank_clearing'
        and a.id in (x.debit_account, x.credit_account)
      where x.movement_id = s.movement_id
    ) t on true
    where s.id > ${after}::uuid and s.id < ${before}::uuid
    order by s.id limit ${limit}`,
    tx,
  );
}

/** A movement that says it took a statement in, which does not name it. */
export interface StrayStatement {
  readonly id: string;
  readonly currency: string;
  readonly amount_minor: bigint;
  readonly at: Date;
}

/** Selects movements for statements that no statement names, in the order of their ids. */
export function selectStrayStatements(tx: Tx, { after, before, limit }: Place) {
  return rowsOf(
    sql<StrayStatement>`
    select m.id, m.currency, m.amount as amount_minor, m.event_at as at
    from ledger.movement m
    left join bank_statement s on s.movement_id = m.id
    where m.id > ${after}::uuid and m.id < ${before}::uuid and m.kind = 'bank_statement'
      and s.id is null
    order by m.id limit ${limit}`,
    tx,
  );
}
