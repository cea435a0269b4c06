/** One invariant. `sql` returns the rows that violate it, worst first if they can be ordered. */
export interface VerifyCheck {
  readonly name: string;
  readonly sql: string;
}

const ENTRIES = `(
  select debit_account as account, debit_version as version, -amount as amount,
    debit_after as after, movement_id, n
  from ledger.transfer where debit_account >= 1000
  union all
  select credit_account, credit_version, amount, credit_after, movement_id, n
  from ledger.transfer where credit_account >= 1000
)`;

const HORIZON = "coalesce((select max(to_xid) from ledger.seal), 0)";

/** The ledger invariants that hold at every commit, each as one set-based query. */
export const LEDGER_CHECKS: readonly VerifyCheck[] = [
  {
    name: "every currency sums to zero",
    sql: `select currency, sum(posted) as off_by from (
        select b.currency, b.posted from ledger.balance b
        union all
        select a.currency, ledger.house_balance(a.id) from ledger.account a where a.id < 1000
      ) x group by currency having sum(posted) <> 0 order by currency`,
  },
  {
    name: "every balance is the sum of its entries",
    sql: `select coalesce(b.account_id, e.account) as account, b.posted, e.posted as entries_sum,
        b.version, e.entries
      from ledger.balance b
      full join (select account, sum(amount) as posted, count(*) as entries
        from ${ENTRIES} x group by account) e on e.account = b.account_id
      where b.account_id is null or b.posted <> coalesce(e.posted, 0)
        or b.version <> coalesce(e.entries, 0)
      order by 1`,
  },
  {
    name: "running balances are continuous",
    sql: `select account, version, movement_id, n, after, expected from (
        select account, version, movement_id, n, after,
          amount + coalesce(lag(after) over w, 0) as expected,
          coalesce(lag(version) over w, 0) + 1 as expected_version
        from ${ENTRIES} x window w as (partition by account order by version)
      ) y where after <> expected or version <> expected_version
      order by account, version`,
  },
  {
    name: "no constrained account is below zero",
    sql: `select account_id, posted, held from ledger.balance
      where constrained and (posted < 0 or held < 0 or posted < held) order by account_id`,
  },
  {
    name: "every account has its balance row",
    sql: `select coalesce(a.id, b.account_id) as account, a.currency, b.currency as balance_currency
      from (select * from ledger.account where id >= 1000) a
      full join ledger.balance b on b.account_id = a.id
      where a.id is null or b.account_id is null or a.currency <> b.currency
        or a.customer_id <> b.customer_id or b.constrained <> (a.kind <> 'receivable')
      order by 1`,
  },
  {
    name: "the roll-up of the house is the sum of what was sealed",
    sql: `select coalesce(r.account_id, e.account) as account, r.posted, e.posted as entries_sum
      from ledger.rollup r
      full join (
        select x.account, sum(x.amount) as posted from (
          select t.movement_id, t.debit_account as account, -t.amount as amount
          from ledger.transfer t where t.debit_account < 1000
          union all
          select t.movement_id, t.credit_account, t.amount
          from ledger.transfer t where t.credit_account < 1000
        ) x join ledger.movement m on m.id = x.movement_id
        where m.xid < ${HORIZON} group by x.account
      ) e on e.account = r.account_id
      where coalesce(r.posted, 0) <> coalesce(e.posted, 0) order by 1`,
  },
  {
    name: "held money is the sum of the open holds",
    sql: `select coalesce(b.account_id, h.account_id) as account, b.held, h.remaining
      from ledger.balance b
      full join (select account_id, sum(remaining) as remaining from ledger.hold
        where state = 'open' group by account_id) h on h.account_id = b.account_id
      where coalesce(b.held, 0) <> coalesce(h.remaining, 0) order by 1`,
  },
  {
    name: "every hold is the sum of its steps",
    sql: `select coalesce(h.id, s.hold_id) as hold, h.amount, h.captured, h.remaining,
        s.amount as steps_amount, s.captured as steps_captured, s.given_back
      from ledger.hold h
      full join (
        select hold_id, coalesce(sum(amount) filter (where step in ('hold', 'increase')), 0)
            as amount,
          coalesce(sum(amount) filter (where step = 'capture'), 0) as captured,
          coalesce(sum(amount) filter (where step in ('release', 'expire')), 0) as given_back
        from ledger.hold_step group by hold_id
      ) s on s.hold_id = h.id
      where h.id is null or s.hold_id is null or h.amount <> s.amount
        or h.captured <> s.captured or h.remaining <> s.amount - s.captured - s.given_back
      order by 1`,
  },
  {
    name: "what was captured was moved",
    sql: `select coalesce(h.id, t.hold_id) as hold, h.captured, t.moved
      from ledger.hold h
      full join (select hold_id, sum(amount) as moved from ledger.transfer
        where hold_id is not null group by hold_id) t on t.hold_id = h.id
      where coalesce(h.captured, 0) <> coalesce(t.moved, 0) order by 1`,
  },
  {
    name: "every counter is the sum of what counted",
    sql: `select coalesce(k.id, c.id) as counter, k.subject, k.time_window, k.amount, c.amount
          as counted, k.count, c.count as times
      from ledger.counter k
      full join (
        select m.counted[i] as id, sum(m.counted[i + 1]) as amount, sum(m.counted[i + 2]) as count
        from ledger.movement m, generate_series(1, cardinality(m.counted), 3) i
        where m.counted is not null group by 1
      ) c on c.id = k.id
      where coalesce(k.amount, 0) <> coalesce(c.amount, 0)
        or coalesce(k.count, 0) <> coalesce(c.count, 0) order by 1`,
  },
  {
    name: "every client key has one movement",
    sql: `select customer_id, client_key, count(*) as movements from ledger.movement
      where client_key is not null group by 1, 2 having count(*) > 1 order by 1, 2`,
  },
  {
    name: "every movement is there once",
    sql: `select id, count(*) as times from ledger.movement group by id having count(*) > 1
      order by id`,
  },
  {
    name: "every transfer belongs to a movement of the accounts' customer",
    sql: `select t.movement_id, t.n, m.customer_id, d.customer_id as debit_customer,
        c.customer_id as credit_customer
      from ledger.transfer t
      left join ledger.movement m on m.id = t.movement_id
      left join ledger.account d on d.id = t.debit_account
      left join ledger.account c on c.id = t.credit_account
      where m.id is null or d.id is null or c.id is null
        or coalesce(d.customer_id, m.customer_id) <> m.customer_id
        or coalesce(c.customer_id, m.customer_id) <> m.customer_id
        or t.currency <> m.currency or d.currency <> m.currency or c.currency <> m.currency
        or t.amount <= 0 or t.debit_account = t.credit_account
      order by 1, 2`,
  },
  {
    name: "every hold step belongs to a movement",
    sql: `select s.movement_id, s.n, s.hold_id from ledger.hold_step s
      left join ledger.movement m on m.id = s.movement_id where m.id is null order by 1, 2`,
  },
  {
    name: "every stored result is what its transfers left",
    sql: `select m.id, e.account, e.after
      from (select distinct on (movement_id, account) movement_id, account, after
        from ${ENTRIES} x order by movement_id, account, version desc) e
      join ledger.movement m on m.id = e.movement_id
      where case e.account when m.touched[1] then m.touched[2] when m.touched[4] then m.touched[5]
          else (select m.touched[i + 1] from generate_series(7, cardinality(m.touched), 3) i
            where m.touched[i] = e.account)
        end is distinct from e.after
      order by m.id`,
  },
  {
    name: "every record has the name that it was written with",
    sql: `select id, ref from ledger.audit
      where ref is distinct from ledger.audit_ref(data, created_at, id) order by id`,
  },
  {
    // A record inserted later among older records would have a time like theirs, but a transaction
    // number that is too recent for that time. Statements take seconds, but a sealing backlog can
    // take hours.
    name: "every record is dated as it was written",
    // Records and blocks are sorted together: a range join would compare every record with every
    // block.
    sql: `select id, created_at, latest_before, sealed_before from (
        select id, created_at, max(created_at) over (order by id
            rows between unbounded preceding and 1 preceding) as latest_before,
          max(sealed_at) over (order by xid, id nulls first) as sealed_before
        from (
          select id, xid, created_at, null::timestamptz as sealed_at from ledger.audit
          union all select null, to_xid, null, sealed_at from ledger.seal
        ) line
      ) x where created_at < latest_before - interval '5 minutes'
        or created_at < sealed_before - interval '1 day'
      order by id`,
  },
  {
    name: "every status history is whole",
    sql: `select movement_id, n from (
        select h.movement_id, h.n, row_number() over (partition by h.movement_id order by h.n)
          as expected, m.id as movement, b.id as step
        from ledger.movement_history h
        left join ledger.movement m on m.id = h.movement_id
        left join ledger.movement b on b.id = h.by_movement_id
      ) x where n <> expected or movement is null or step is null order by 1, 2`,
  },
  {
    name: "the projection is what the history says",
    sql: `select coalesce(e.id, s.movement_id) as movement, s.status, e.status as expected,
        s.amount, e.amount as expected_amount
      from (
        select m.id, m.customer_id, m.card_id, m.kind, m.event_at,
          coalesce(h.status, m.status) as status, coalesce(h.amount, m.amount) as amount,
          coalesce(h.fee, m.fee) as fee, coalesce(h.n, 0) as changes
        from ledger.movement m
        left join (select distinct on (movement_id) * from ledger.movement_history
          order by movement_id, n desc) h on h.movement_id = m.id
        where h.movement_id is not null
          or (m.parent_id is null and m.status in ('processing', 'reviewing', 'queued'))
      ) e
      full join ledger.movement_state s on s.movement_id = e.id
      where (e.id, e.customer_id, e.card_id, e.kind, e.event_at, e.status, e.amount, e.fee,
          e.changes)
        is distinct from (s.movement_id, s.customer_id, s.card_id, s.kind, s.event_at, s.status,
          s.amount, s.fee, s.changes)
      order by 1`,
  },
];
