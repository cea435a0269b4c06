import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";

/** A transfer of an asset between two accounts of the program, in millionths. */
export interface AssetLineRow {
  /** The movement of the asset. */
  readonly id: string;
  readonly asset: string;
  readonly network: string;
  readonly created_at: Date;
  readonly from_kind: string;
  readonly to_kind: string;
  readonly amount: bigint;
}

/**
 * Selects the transfers of assets that belong to a movement in a currency or to its steps, oldest
 * first.
 */
export async function selectAssetLines(tx: Tx, movementId: string): Promise<AssetLineRow[]> {
  const { rows } = await sql<AssetLineRow>`
    select b.id, b.asset, b.network, b.created_at, debit.kind as from_kind,
      credit.kind as to_kind, t.amount
    from asset_booking b
      join ledger.transfer t on t.movement_id = b.id
      join ledger.account debit on debit.id = t.debit_account
      join ledger.account credit on credit.id = t.credit_account
    where b.for_movement_id in (select m.id from ledger.movement m
      where m.id = ${movementId}::uuid or m.parent_id = ${movementId}::uuid)
    order by b.created_at, b.id, t.n`.execute(tx);
  return rows;
}
