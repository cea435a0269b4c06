import type { VerifyCheck } from "@tessera/ledger";

/** What a payment has in millionths, from its exact amount or its hundredths. */
export const PAYMENT_MICRO = `coalesce(
  div(p.amount_raw * 1000000, power(10::numeric, p.token_decimals)),
  p.amount_minor::numeric * 10000)`;

/** Invariants for assets, in addition to those for the ledger. */
export const ASSET_CHECKS: readonly VerifyCheck[] = [
  {
    name: "each asset's accounts are the sum of its deposits, payouts and retractions",
    sql: `select a.currency as asset, a.kind, ledger.house_balance(a.id) as balance, b.booked
      from ledger.account a
      left join lateral (
        select coalesce(sum(case a.kind when 'chain_clearing' then -k.chain_micro
          when 'fx_position' then k.sold_micro when 'dust' then k.dust_micro
          when 'fees' then k.fees_micro end), 0) as booked
        from asset_booking k where k.asset || ':' || k.network = a.currency
      ) b on true
      where a.id < 1000 and a.currency like '%:%' and ledger.house_balance(a.id) <> b.booked
      order by a.id`,
  },
  {
    name: "every movement of an asset has its booking and its movement in a currency",
    sql: `select coalesce(b.id, m.id) as movement, b.kind, m.currency, m.amount, f.moved
      from asset_booking b
      full join (select * from ledger.movement where kind = 'asset') m on m.id = b.id
      left join lateral (
        select sum(case when c.kind = 'fx_position' then -t.amount else t.amount end) as moved
        from ledger.transfer t
        join ledger.account d on d.id = t.debit_account
        join ledger.account c on c.id = t.credit_account
        where t.movement_id = b.for_movement_id and t.currency = b.currency
          and 'fx_position' in (d.kind, c.kind)
      ) f on true
      where b.id is null or m.id is null or m.currency <> b.asset || ':' || b.network
        or m.amount <> b.chain_micro or coalesce(f.moved, 0) <> b.bought_minor
      order by 1`,
  },
  {
    name: "every credit of an asset is booked as its payment arrived",
    sql: `select p.id as payment, p.amount_minor, p.amount_raw, b.chain_micro, b.sold_micro
      from deposit_payment p
      join deposit d on d.id = p.deposit_id
      left join asset_booking b on b.for_movement_id = p.credit_movement_id
      where p.amount_minor <> coalesce(div(p.amount_raw * 100,
          power(10::numeric, p.token_decimals)), p.amount_minor)
        or (b.id is not null and (b.kind <> 'deposit' or b.network <> p.network
          or b.asset <> coalesce(p.asset, d.asset) or b.currency <> d.currency
          or b.chain_micro <> ${PAYMENT_MICRO}
          or b.fees_micro <> p.recovery_cost_minor * 10000
          or b.sold_micro <> (p.amount_minor + p.carried_minor - p.recovery_cost_minor) * 10000
          or b.bought_minor <> p.credit_minor))
      union all
      select b.id, null, null, b.chain_micro, b.sold_micro from asset_booking b
      left join deposit_payment p on p.credit_movement_id = b.for_movement_id
      left join deposit_retraction r on r.credit_movement_id = b.for_movement_id
      where b.kind = 'deposit' and p.id is null and r.id is null`,
  },
  {
    name: "every reversal of an asset undoes its credit",
    sql: `select b.id as booking, b.chain_micro, c.chain_micro as credited
      from asset_booking b
      left join deposit_retraction r on r.reversal_movement_id = b.for_movement_id
      left join asset_booking c on c.for_movement_id = r.credit_movement_id
      where b.kind = 'reversal' and (c.id is null or c.kind <> 'deposit'
        or (b.asset, b.network, b.currency, b.chain_micro, b.sold_micro, b.dust_micro,
            b.fees_micro, b.bought_minor)
          is distinct from (c.asset, c.network, c.currency, -c.chain_micro, -c.sold_micro,
            -c.dust_micro, -c.fees_micro, -c.bought_minor))`,
  },
  {
    // Without the network's fee if it was paid in the chain's own coin.
    name: "every payout of an asset is booked as it was quoted",
    sql: `select b.id as booking, b.chain_micro, q.receive_minor, q.network_cost_minor
      from asset_booking b
      left join withdrawal w on w.payout_movement_id = b.for_movement_id
      left join withdrawal_quote q on q.id = w.id
      where b.kind = 'payout' and (q.id is null or b.asset <> q.asset or b.network <> q.network
        or b.currency <> q.currency or b.dust_micro <> 0 or b.fees_micro <> 0
        or (-b.sold_micro, -b.bought_minor) not in (
          (q.receive_minor * 10000, q.amount_minor),
          ((q.receive_minor + coalesce(q.network_cost_minor,
              div(q.network_fee_minor::numeric * 100000000, q.rate_scaled)::bigint)) * 10000,
            q.amount_minor + q.network_fee_minor)))`,
  },
  {
    name: "what is kept of an asset below a hundredth is its customers' remainders",
    sql: `select coalesce(d.customer_id, b.customer_id) as customer, d.micro, b.dust
      from asset_dust d
      full join (
        select m.customer_id, k.asset, k.network, sum(k.dust_micro) as dust
        from asset_booking k join ledger.movement m on m.id = k.for_movement_id
        where k.kind in ('deposit', 'reversal') group by 1, 2, 3
      ) b on b.customer_id = d.customer_id and b.asset = d.asset and b.network = d.network
      where coalesce(d.micro, 0) <> coalesce(b.dust, 0)`,
  },
];
