import type { CurrencyCode } from "@tessera/money";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";

/** A transfer between two ledger accounts, in minor units. */
export interface LineRow {
  readonly from_kind: string;
  readonly to_kind: string;
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  readonly created_at: Date;
}

/** A hold, in minor units. */
export interface HoldRow {
  readonly state: string;
  readonly amount: bigint;
  readonly captured: bigint;
  readonly remaining: bigint;
  readonly currency: CurrencyCode;
  readonly expires_at: Date;
}

/** Selects all transfers of a movement and its steps, oldest first. */
export async function selectLines(tx: Tx, movementId: string): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select debit.kind as from_kind, credit.kind as to_kind, t.amount, t.currency, m.created_at
    from ledger.movement m
      join ledger.transfer t on t.movement_id = m.id
      join ledger.account debit on debit.id = t.debit_account
      join ledger.account credit on credit.id = t.credit_account
    where m.id = ${movementId}::uuid or m.parent_id = ${movementId}::uuid
    order by m.created_at, m.id, t.n`.execute(tx);
  return rows;
}

/** Selects all holds of a movement and its steps, oldest first. */
export async function selectHolds(tx: Tx, movementId: string): Promise<HoldRow[]> {
  const { rows } = await sql<HoldRow>`
    select h.state, h.amount, h.captured, h.remaining, a.currency, h.expires_at
    from ledger.hold h join ledger.account a on a.id = h.account_id
    where h.id in (select s.hold_id from ledger.movement m
      join ledger.hold_step s on s.movement_id = m.id
      where m.id = ${movementId}::uuid or m.parent_id = ${movementId}::uuid)
    order by h.created_at, h.id`.execute(tx);
  return rows;
}
