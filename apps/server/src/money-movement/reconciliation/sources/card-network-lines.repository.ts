import { sql } from "kysely";
import type { Tx } from "../../../platform/context.ts";

/** A transaction's movement, with what it moved between the card network and the program. */
export interface SettledMovement {
  /** Stripe's id of the transaction. */
  readonly id: string;
  readonly movement_id: string;
  readonly currency: string;
  readonly at: Date;
  readonly chosen_at: Date;
  /** Negative if the program owes it to the network. */
  readonly ledger_minor: bigint;
}

/**
 * A transaction can be posted as a clearing and a force post, which are written in one database
 * transaction and have the same parent.
 */
const MOVEMENTS = sql`
  select s.id, m.id as movement_id, m.currency, m.event_at as at, s.chosen_at, coalesce((
      select sum(case when x.debit_account = a.id then x.amount else -x.amount end)::bigint
      from ledger.movement y
      join ledger.transfer x on x.movement_id = y.id
      join ledger.account a on a.kind = 'network_settlement'
        and a.id in (x.debit_account, x.credit_account)
      where y.id = m.id or (y.parent_id = m.parent_id and y.xid = m.xid and y.kind = 'force_post')
    ), 0) as ledger_minor
  from stripe_transaction s join ledger.movement m on m.id = s.movement_id`;

/** Selects the movements of transactions. */
export async function selectMovementsOf(tx: Tx, ids: readonly string[]) {
  const { rows } = await sql<SettledMovement>`
    ${MOVEMENTS} where s.id = any(${[...ids]}::text[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Selects the movements of transactions that became known in a period, in the order of ids. */
export async function selectSettled(
  tx: Tx,
  page: { readonly after: string; readonly from: Date; readonly limit: number },
): Promise<readonly SettledMovement[]> {
  const { rows } = await sql<SettledMovement>`
    ${MOVEMENTS} where s.id > ${page.after} and s.chosen_at >= ${page.from}
    order by s.id limit ${page.limit}`.execute(tx);
  return rows;
}
