import type { VerifyCheck } from "@tessera/ledger";

/** The transfers of the bank's movements on `suspense`, with the sign that they have there. */
const ON_SUSPENSE = `(
  select a.currency, case when t.credit_account = a.id then t.amount else -t.amount end as amount
  from (select movement_id from bank_statement union all select movement_id from bank_entry) b
  join ledger.transfer t on t.movement_id = b.movement_id
  join ledger.account a on a.kind = 'suspense' and a.id in (t.debit_account, t.credit_account)
)`;

/** What banks have booked and nobody has been credited with, or has explained. */
const OPEN = `(
  select currency, opening_minor as amount from bank_account
  union all
  select currency, case when is_credit then amount_minor else -amount_minor end
  from bank_entry where state in ('waiting', 'reviewing', 'unmatched', 'returning', 'outflow')
)`;

/** The simulator's customers get their money from a bank without statements. */
const NO_PRACTICE = "to_regclass('public.practice_mark') is null";

/** Invariants for bank transfers, in addition to those of the ledger. */
export const BANK_CHECKS: readonly VerifyCheck[] = [
  {
    name: "bank clearing is the banks' closing balances with the opposite sign",
    sql: `select a.currency, ledger.house_balance(a.id) as ledger, b.closing
      from ledger.account a
      left join (select currency, sum(closing_minor) as closing from bank_account
        group by currency) b on b.currency = a.currency
      where a.kind = 'bank_clearing' and ${NO_PRACTICE}
        and ledger.house_balance(a.id) <> -coalesce(b.closing, 0)`,
  },
  {
    name: "suspense holds exactly the bank money that is not decided",
    sql: `select coalesce(s.currency, o.currency) as currency, s.amount as ledger, o.amount as open
      from (select currency, sum(amount) as amount from ${ON_SUSPENSE} x group by currency) s
      full join (select currency, sum(amount) as amount from ${OPEN} y group by currency) o
        on o.currency = s.currency
      where coalesce(s.amount, 0) <> coalesce(o.amount, 0)`,
  },
  {
    name: "every bank statement has the sums of its transactions",
    sql: `select coalesce(s.id, e.id) as statement, s.added, e.added as transactions,
        s.credits_minor, e.credits
      from bank_statement s
      full join (select bank_statement_id as id, count(*) as added,
          coalesce(sum(amount_minor) filter (where is_credit), 0) as credits,
          coalesce(sum(amount_minor) filter (where not is_credit), 0) as debits
        from bank_entry group by bank_statement_id) e on e.id = s.id
      where s.id is null or s.added <> coalesce(e.added, 0)
        or s.credits_minor <> coalesce(e.credits, 0) or s.debits_minor <> coalesce(e.debits, 0)`,
  },
  {
    name: "every bank account's balance is that of its statements",
    sql: `select a.account, a.closing_minor, a.opening_minor, s.moved
      from bank_account a
      left join (select account, sum(credits_minor - debits_minor) as moved from bank_statement
        group by account) s on s.account = a.account
      where a.closing_minor <> a.opening_minor + coalesce(s.moved, 0)`,
  },
  {
    name: "every credited bank transfer reached its customer once, in full",
    sql: `select e.id as entry, e.state, e.amount_minor, t.total as moved
      from bank_entry e
      left join ledger.movement m on m.id = e.movement_id
      left join lateral (select sum(x.amount) as total,
          bool_and(house.kind = 'suspense' and own.kind = 'account'
            and own.customer_id = e.customer_id and own.currency = e.currency) as own
        from ledger.transfer x
        join ledger.account house on house.id = x.debit_account
        join ledger.account own on own.id = x.credit_account
        where x.movement_id = e.movement_id) t on true
      where e.is_credit and (e.state = 'credited' or e.movement_id is not null)
        and e.state <> 'traded'
        and (m.id is null or m.kind <> 'deposit' or m.customer_id <> e.customer_id
          or t.total is distinct from e.amount_minor or t.own is distinct from true)
      union all
      select null, m.kind, m.amount, null from ledger.movement m
      left join bank_entry e on e.movement_id = m.id
      where m.kind = 'deposit' and m.data ->> 'source' = 'bank' and e.id is null`,
  },
  {
    name: "every returned or reversed bank transfer has its debit of the same amount",
    sql: `select e.id as entry, e.state, e.amount_minor, d.state as debit, d.amount_minor as paid
      from bank_entry e left join bank_entry d on d.id = e.counterpart_id
      where e.state in ('returned', 'reversed', 'return_paid', 'reversal')
        and (d.id is null or d.counterpart_id is distinct from e.id or d.currency <> e.currency
          or d.amount_minor <> e.amount_minor or d.is_credit = e.is_credit
          or (e.state in ('returned', 'return_paid')) <> (d.state in ('returned', 'return_paid')))`,
  },
  {
    name: "every bank transaction of a trade has the amount of its side",
    sql: `select e.id as entry, e.state, e.amount_minor, side.amount_minor as traded
      from bank_entry e
      left join (bank_trade t cross join lateral (values
          (t.id, t.sold_currency, t.sold_minor, false),
          (t.bought_movement_id, t.bought_currency, t.bought_minor, true)
        ) side (movement_id, currency, amount_minor, is_credit))
        on side.movement_id = e.movement_id
      where (e.state = 'traded') <> (side.movement_id is not null)
        or side.currency <> e.currency or side.amount_minor <> e.amount_minor
        or side.is_credit <> e.is_credit`,
  },
];
