import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../platform/context.ts";

/** The rows of one page: those after an id, of a period. */
export interface Page<Id> {
  readonly after: Id;
  readonly from: Date;
  readonly limit: number;
}

/** A transfer that was seen on a chain, with the payment that it became. */
export interface TransferPair<Id> {
  readonly id: Id;
  readonly network: string;
  readonly transaction_hash: string;
  readonly place: number;
  /** In hundredths of the token. */
  readonly outside_minor: bigint;
  /** The token's contract; null for USDT. */
  readonly contract: string | null;
  /** When it was seen; null if nobody knows. */
  readonly at: Date | null;
  readonly is_acknowledged: boolean;
  readonly payment_id: string | null;
  readonly payment_asset: string | null;
  readonly held: string | null;
  readonly credited_at: Date | null;
  readonly movement_id: string | null;
  /** What the movement says that arrived, in hundredths of the token. */
  readonly ledger_minor: bigint | null;
}

async function rowsOf<Row>(query: RawBuilder<Row>, tx: Tx): Promise<readonly Row[]> {
  return (await query.execute(tx)).rows;
}

/** The payment of a transfer `t` at a place, which a chain's tables name differently. */
function paymentOf(place: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    left join deposit_payment p on p.network = t.network
      and p.transaction_hash = t.transaction_hash and p.log_index = ${place}
    left join deposit d on d.id = p.deposit_id
    left join ledger.movement m on m.id = p.credit_movement_id and p.retracted_at is null`;
}

const PAYMENT = sql`p.id as payment_id, coalesce(p.asset, d.asset) as payment_asset, p.held,
  p.credited_at, m.id as movement_id,
  coalesce((m.data ->> 'received')::bigint, p.amount_minor) as ledger_minor`;

/** Selects transfers that the server itself read on EVM chains. */
export function selectEvmPairs(tx: Tx, { after, from, limit }: Page<bigint>) {
  return rowsOf(
    sql<TransferPair<bigint>>`
    select t.id, t.network, t.transaction_hash, t.place, t.amount_minor as outside_minor,
      t.contract, t.seen_at as at, t.acknowledged_at is not null as is_acknowledged, ${PAYMENT}
    from evm_transfer t ${paymentOf(sql`t.place`)}
    where t.id > ${after} and t.seen_at >= ${from} and t.retracted_at is null
      and t.amount_minor > 0
    order by t.id limit ${limit}`,
    tx,
  );
}

/** Selects transfers that a custodian reported. It does not say when it saw them. */
export function selectCustodianPairs(tx: Tx, { after, from, limit }: Page<bigint>) {
  return rowsOf(
    sql<TransferPair<bigint>>`
    select t.id, t.network, t.transaction_hash, t.log_index as place,
      t.amount_minor as outside_minor, null as contract,
      coalesce(p.seen_at, t.acknowledged_at) as at,
      t.acknowledged_at is not null as is_acknowledged, ${PAYMENT}
    from custodian_transfer t ${paymentOf(sql`t.log_index`)}
    where t.id > ${after} and (t.acknowledged_at is null or t.acknowledged_at >= ${from})
    order by t.id limit ${limit}`,
    tx,
  );
}

/** Selects transfers of the simulated chain. */
export function selectSandboxPairs(tx: Tx, { after, from, limit }: Page<string>) {
  return rowsOf(
    sql<TransferPair<string>>`
    select t.id, t.network, t.transaction_hash, t.log_index as place,
      t.amount_minor as outside_minor, null as contract,
      coalesce(p.seen_at, t.acknowledged_at) as at,
      t.acknowledged_at is not null as is_acknowledged, ${PAYMENT}
    from sandbox_chain_transfer t ${paymentOf(sql`t.log_index`)}
    where t.id > ${after}::uuid and (t.acknowledged_at is null or t.acknowledged_at >= ${from})
      and t.retracted_at is null
    order by t.id limit ${limit}`,
    tx,
  );
}

/** A credited payment that no chain shows. */
export interface StrayPayment {
  readonly id: string;
  readonly network: string;
  readonly transaction_hash: string;
  readonly place: number;
  readonly asset: string;
  readonly ledger_minor: bigint;
  readonly credited_at: Date;
  readonly movement_id: string;
}

/** Selects credited payments whose transfer is in no table of transfers, or was retracted. */
export function selectStrayPayments(tx: Tx, { after, from, limit }: Page<string>) {
  return rowsOf(
    sql<StrayPayment>`
    select p.id, p.network, p.transaction_hash, p.log_index as place,
      coalesce(p.asset, d.asset) as asset, p.amount_minor as ledger_minor, p.credited_at,
      p.credit_movement_id as movement_id
    from deposit_payment p join deposit d on d.id = p.deposit_id
    where p.id > ${after}::uuid and p.credited_at >= ${from} and p.retracted_at is null
      and not exists (select from evm_transfer t where t.network = p.network
        and t.transaction_hash = p.transaction_hash and t.place = p.log_index
        and t.retracted_at is null)
      and not exists (select from custodian_transfer t where t.network = p.network
        and t.transaction_hash = p.transaction_hash and t.log_index = p.log_index)
      and not exists (select from sandbox_chain_transfer t where t.network = p.network
        and t.transaction_hash = p.transaction_hash and t.log_index = p.log_index
        and t.retracted_at is null)
    order by p.id limit ${limit}`,
    tx,
  );
}

/** A withdrawal that the ledger has paid out, with what its provider shows. */
export interface PayoutPair {
  readonly id: string;
  readonly asset: string;
  readonly ended_at: Date;
  readonly movement_id: string;
  readonly ledger_minor: bigint;
  /** The provider account that it was sent to. */
  readonly payout_account: string | null;
  /** The payout at a provider that keeps them in this database; null if it is another one. */
  readonly state: string | null;
  readonly outside_minor: bigint | null;
  readonly transaction_hash: string | null;
  readonly paid_at: Date | null;
}

/** Selects withdrawals that were completed in a period. */
export function selectPayoutPairs(tx: Tx, { after, from, limit }: Page<string>) {
  return rowsOf(
    sql<PayoutPair>`
    select w.id, q.asset, w.ended_at, w.payout_movement_id as movement_id,
      q.receive_minor as ledger_minor, i.payout_account,
      coalesce(e.state, s.status) as state, coalesce(e.amount_minor, s.amount_minor)
        as outside_minor,
      coalesce(e.transaction_hash, s.transaction_hash) as transaction_hash,
      e.ended_at as paid_at
    from withdrawal w
    join withdrawal_quote q on q.id = w.id
    left join payout_instruction i on i.withdrawal_id = w.id
    left join evm_payout e on e.id = w.id
    left join sandbox_payout s on s.id = w.id
    where w.id > ${after}::uuid and w.state = 'completed' and w.ended_at >= ${from}
    order by w.id limit ${limit}`,
    tx,
  );
}

/** A payout that the chain shows as paid, and the ledger does not. */
export interface StrayPayout {
  readonly id: string;
  readonly outside_minor: bigint;
  readonly transaction_hash: string | null;
  readonly paid_at: Date;
}

/** Selects payouts that were paid, and whose withdrawals are not completed. */
export function selectStrayPayouts(tx: Tx, { after, from, limit }: Page<string>) {
  return rowsOf(
    sql<StrayPayout>`
    select o.id, o.outside_minor, o.transaction_hash, o.paid_at
    from (select id, amount_minor as outside_minor, transaction_hash, ended_at as paid_at
        from evm_payout where state = 'completed'
      union all
      select id, amount_minor, transaction_hash, created_at from sandbox_payout
        where status = 'completed') o
    left join withdrawal w on w.id = o.id and w.state = 'completed'
    where o.id > ${after}::uuid and o.paid_at >= ${from} and w.id is null
    order by o.id limit ${limit}`,
    tx,
  );
}
