import type { VerifyCheck } from "@tessera/ledger";

/** Invariants for exchanges, in addition to those for the ledger. */
export const EXCHANGE_CHECKS: readonly VerifyCheck[] = [
  {
    name: "every exchange moved exactly its quote, in two movements",
    sql: `select x.id as exchange, leg.side, leg.amount as quoted, m.amount as moved, t.transfers
      from currency_exchange x
      join exchange_quote q on q.id = x.id
      cross join lateral (values
        ('sold', q.id, q.sold_currency, -q.sold_minor),
        ('bought', q.bought_movement_id, q.bought_currency, q.bought_minor)
      ) leg (side, movement_id, currency, amount)
      left join ledger.movement m on m.id = leg.movement_id
      left join lateral (
        select count(*) as transfers,
          sum(case when credit.kind = 'fx_position' then -t.amount else t.amount end) as amount,
          bool_and(t.currency = leg.currency
            and (debit.kind, credit.kind) in
              (('account', 'fx_position'), ('fx_position', 'account'))) as is_ours
        from ledger.transfer t
        join ledger.account debit on debit.id = t.debit_account
        join ledger.account credit on credit.id = t.credit_account
        where t.movement_id = leg.movement_id
      ) t on true
      where m.id is null or m.customer_id <> x.customer_id or m.kind <> 'exchange'
        or m.currency <> leg.currency or m.amount <> leg.amount or m.fee <> 0
        or m.parent_id is not null or t.transfers <> 1 or not t.is_ours
        or t.amount <> leg.amount
      union all
      select m.id, 'nobody''s', null, m.amount, null from ledger.movement m
      left join exchange_quote q on q.id = m.id or q.bought_movement_id = m.id
      left join currency_exchange x on x.id = q.id
      where m.kind = 'exchange' and x.id is null`,
  },
  {
    name: "the open position in each currency is the sum of what was exchanged",
    sql: `select a.currency, ledger.house_balance(a.id) as position, e.position as exchanged,
        c.position as counted
      from ledger.account a
      left join lateral (
        select coalesce(sum(leg.amount), 0) as position
        from (
          select q.sold_currency, q.sold_minor, q.bought_currency, q.bought_minor
          from currency_exchange x join exchange_quote q on q.id = x.id
          union all
          -- What the program sells to a bank, the bank buys from it.
          select bought_currency, bought_minor, sold_currency, sold_minor from bank_trade
        ) q
        cross join lateral (values (q.sold_currency, q.sold_minor),
          (q.bought_currency, -q.bought_minor)) leg (currency, amount)
        where leg.currency = a.currency
      ) e on true
      -- Deposits and withdrawals exchange an asset for a currency. In another currency than the
      -- dollar, they count in the position, and the asset counts there as dollars.
      left join lateral (
        select coalesce(sum(-b.bought_minor) filter (where b.currency = a.currency), 0) as posted,
          coalesce(sum(case when b.currency = a.currency then -b.bought_minor
            when a.currency = 'USD' then div(b.sold_micro, 10000) else 0 end)
            filter (where b.currency <> 'USD'), 0) as counted
        from asset_booking b
      ) asset on true
      left join lateral (
        select coalesce(sum(case k.time_window when 'exchange:sold' then k.amount
          else -k.amount end), 0) as position
        from ledger.counter k
        where k.time_window in ('exchange:sold', 'exchange:bought') and k.subject = case a.currency
          when 'USD' then '00000000-0000-7000-8000-000000000840'::uuid
          when 'CNY' then '00000000-0000-7000-8000-000000000156'::uuid
          else '00000000-0000-7000-8000-000000000978'::uuid end
      ) c on true
      where a.kind = 'fx_position' and a.currency in ('USD', 'CNY', 'EUR')
        and (ledger.house_balance(a.id) <> e.position + asset.posted
          or c.position <> e.position + asset.counted)
      order by a.currency`,
  },
  {
    name: "every bank trade moved exactly what two administrators recorded",
    sql: `select b.id as trade, leg.side, leg.amount as recorded, m.amount as moved, t.transfers
      from bank_trade b
      left join proposal p on p.id = b.proposal_id
      cross join lateral (values
        ('sold', b.id, b.sold_currency, -b.sold_minor),
        ('bought', b.bought_movement_id, b.bought_currency, b.bought_minor)
      ) leg (side, movement_id, currency, amount)
      left join ledger.movement m on m.id = leg.movement_id
      left join lateral (
        select count(*) as transfers,
          sum(case when credit.kind = 'fx_position' then t.amount else -t.amount end) as amount,
          bool_and(t.currency = leg.currency and (debit.kind, credit.kind) in
            (('suspense', 'fx_position'), ('fx_position', 'suspense'))) as is_ours
        from ledger.transfer t
        join ledger.account debit on debit.id = t.debit_account
        join ledger.account credit on credit.id = t.credit_account
        where t.movement_id = leg.movement_id
      ) t on true
      where m.id is null or m.kind <> 'bank_trade' or m.amount <> leg.amount or t.transfers <> 1
        or not t.is_ours or t.amount <> leg.amount
        or p.kind is distinct from 'bank_trade' or p.status <> 'approved'
      union all
      select m.id, 'nobody''s', null, m.amount, null from ledger.movement m
      left join bank_trade b on b.id = m.id or b.bought_movement_id = m.id
      where m.kind = 'bank_trade' and b.id is null`,
  },
  {
    name: "every exchange was quoted at its source's rates, less the spread",
    sql: `select q.id as quote, q.rate_scaled, r.rate, q.sold_minor, q.bought_minor
      from exchange_quote q
      cross join lateral (select div(
        q.bought_per_euro::numeric * 100000000 * (10000 - q.spread_basis_points),
        q.sold_per_euro::numeric * 10000) as rate) r
      where q.rate_scaled <> r.rate
        or case q.fixed_side
          when 'sell' then q.bought_minor <> div(q.sold_minor * r.rate, 100000000)
          else q.sold_minor <> div(q.bought_minor::numeric * 100000000 + r.rate - 1, r.rate) end
      order by q.id`,
  },
];
