import type { CurrencyCode } from "@tessera/money";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import { PAYMENT_MICRO } from "./asset-checks.repository.ts";

/** What deposits and payouts moved without booking the asset, and no opening has booked yet. */
export interface Unbooked {
  readonly asset: string;
  readonly network: string;
  readonly currency: CurrencyCode;
  /** In millionths. */
  readonly chainMicro: bigint;
  /** What customers bought for it, in minor units of the currency. */
  readonly boughtMinor: bigint;
}

/**
 * Selects what servers of an earlier release moved without booking the asset: credits, payouts, and
 * reversals of credits whose asset was booked. Waits for another transaction that does the same.
 *
 * @param feesInAsset whether the network's fees of payouts were taken from the asset
 */
export async function selectUnbooked(tx: Tx, feesInAsset: boolean): Promise<Unbooked[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('asset_booking opening', 0))`.execute(tx);
  const { rows } = await sql<Unbooked>`
    select asset, network, currency, sum(micro)::bigint as "chainMicro",
      sum(bought)::bigint as "boughtMinor"
    from (
      select coalesce(p.asset, d.asset) as asset, p.network, d.currency,
        ${sql.raw(PAYMENT_MICRO)} as micro, p.credit_minor as bought
      from deposit_payment p join deposit d on d.id = p.deposit_id
      left join asset_booking b on b.for_movement_id = p.credit_movement_id
      where p.credited_at is not null and b.id is null
      union all
      select q.asset, q.network, q.currency,
        -10000::numeric * (q.receive_minor + case when ${feesInAsset} then
          coalesce(q.network_cost_minor,
            div(q.network_fee_minor::numeric * 100000000, q.rate_scaled)) else 0 end),
        -(q.amount_minor + q.network_fee_minor)
      from withdrawal w join withdrawal_quote q on q.id = w.id
      left join asset_booking b on b.for_movement_id = w.payout_movement_id
      where w.payout_movement_id is not null and b.id is null
      union all
      select c.asset, c.network, c.currency, -c.chain_micro, -c.bought_minor
      from deposit_retraction r
      join asset_booking c on c.for_movement_id = r.credit_movement_id
      left join asset_booking b on b.for_movement_id = r.reversal_movement_id
      where b.id is null
      union all
      select o.asset, o.network, o.currency, -o.chain_micro, -o.bought_minor
      from asset_booking o where o.kind = 'opening'
    ) moved
    group by asset, network, currency having sum(micro) <> 0 or sum(bought) <> 0
    order by asset, network, currency`.execute(tx);
  return rows;
}
