import type { VerifyCheck } from "@tessera/ledger";

const ENDED = "('completed', 'cancelled', 'rejected', 'declined', 'failed', 'expired')";

/** Invariants for withdrawals, in addition to those for the ledger. */
export const WITHDRAWAL_CHECKS: readonly VerifyCheck[] = [
  {
    name: "every open withdrawal holds its total, and no ended one holds anything",
    sql: `select w.id as withdrawal, w.state, q.total_minor, h.remaining
      from withdrawal w
      join withdrawal_quote q on q.id = w.id
      left join withdrawal_appeal a on a.withdrawal_id = w.id
      left join ledger.hold h on h.id = coalesce(a.hold_id, w.id)
      where h.id is null or h.customer_id <> w.customer_id or h.amount <> q.total_minor
        or h.remaining <> case when w.ended_at is null then q.total_minor else 0 end
        or h.captured <> case when w.state = 'completed' then q.total_minor else 0 end
      order by w.id`,
  },
  {
    name: "every withdrawal matches its movement and its quote",
    sql: `select w.id as withdrawal, w.state, m.status, m.amount, m.fee
      from withdrawal w
      join withdrawal_quote q on q.id = w.id
      left join ledger.movement_view m on m.id = w.id
      where m.id is null or m.customer_id <> w.customer_id or m.kind <> 'withdrawal'
        or m.currency <> q.currency or m.amount <> -q.total_minor
        or m.fee <> q.fee_minor + q.network_fee_minor
        or m.status <> case when w.state = 'review' then 'reviewing'
          when w.state in ('cooling', 'sending', 'confirming') then 'processing' else w.state end
      order by w.id`,
  },
  {
    name: "every withdrawal has the fee of its schedule",
    sql: `select id as quote, amount_minor, fee_basis_points, fee_minor from withdrawal_quote
      where fee_minor <> (amount_minor * fee_basis_points + 9999) / 10000 order by id`,
  },
  {
    name: "every withdrawal that ended without paying was returned once",
    sql: `select w.id as withdrawal, w.state, w.return_movement_id
      from withdrawal w
      join withdrawal_quote q on q.id = w.id
      left join ledger.movement m on m.id = w.return_movement_id
      where w.ended_at is not null and w.state <> 'completed'
        and (m.id is null or m.kind <> 'withdrawal_return' or m.amount <> q.total_minor
          or m.customer_id <> w.customer_id or m.currency <> q.currency)
      union all
      select null, 'nobody''s', m.id from ledger.movement m
      left join withdrawal w on w.return_movement_id = m.id
      left join withdrawal_appeal a on a.former_return_id = m.id
      where m.kind = 'withdrawal_return' and w.id is null and a.withdrawal_id is null`,
  },
  {
    name: "every appealed withdrawal had been returned first",
    sql: `select a.withdrawal_id as withdrawal, a.former_return_id, h.remaining
      from withdrawal_appeal a
      join withdrawal_quote q on q.id = a.withdrawal_id
      left join ledger.hold h on h.id = a.withdrawal_id
      left join ledger.movement m on m.id = a.former_return_id
      where h.id is null or h.remaining <> 0 or h.captured <> 0 or m.id is null
        or m.kind <> 'withdrawal_return' or m.amount <> q.total_minor
        or m.customer_id <> q.customer_id
      order by a.withdrawal_id`,
  },
  {
    name: "every payout was instructed once, as quoted",
    sql: `select w.id as withdrawal, w.state, i.state as instruction
      from withdrawal w
      join withdrawal_quote q on q.id = w.id
      left join payout_instruction i on i.withdrawal_id = w.id
      where (w.state in ('queued', 'sending', 'confirming', 'completed', 'failed', 'declined')
          and i.withdrawal_id is null)
        or (w.state in ('cooling', 'review') and i.withdrawal_id is not null)
        or i.amount_minor <> q.receive_minor or i.address <> q.address or i.network <> q.network
        or (i.sends = 0 and w.state in ('sending', 'confirming', 'completed', 'failed', 'declined'))
        or (i.sends > 0 and w.state in ('queued', 'cancelled', 'rejected', 'expired'))
        or (i.state = 'settled') <> (w.state in ${ENDED})
      union all
      select t.movement_id, 'unknown', null from ledger.transfer t
      join ledger.account a on a.id = t.credit_account
      join ledger.movement m on m.id = t.movement_id
      left join withdrawal w on w.payout_movement_id = t.movement_id
      where a.kind in ('chain_clearing', 'fx_position') and m.kind = 'withdrawal'
        and w.id is null`,
  },
  {
    name: "every withdrawal's steps lead to its state",
    sql: `select w.id as withdrawal, w.state, s.state as last_step, s.n
      from withdrawal w
      left join lateral (select state, n, count(*) over () as steps from withdrawal_step
        where withdrawal_id = w.id order by n desc limit 1) s on true
      where s.n is null or s.state <> w.state or s.n <> s.steps
      order by w.id`,
  },
];
