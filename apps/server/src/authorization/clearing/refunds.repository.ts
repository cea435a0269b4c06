import type { Merchant } from "@tessera/contract/insights/bills.schemas";
import type { CurrencyCode } from "@tessera/money";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";

/** A refund and how much of it has not been reversed. In minor units of `currency`. */
export interface Refund {
  readonly id: string;
  readonly customerId: string;
  readonly cardId: string;
  readonly currency: CurrencyCode;
  readonly merchant: Merchant;
  /** The amount that has not been reversed. */
  readonly leftMinor: bigint;
}

/** Finds a refund. Lock its card before making any decision based on the amount left. */
export async function findRefund(tx: Tx, refundId: string): Promise<Refund | undefined> {
  const { rows } = await sql<Refund>`
    select id, customer_id as "customerId", card_id as "cardId", currency,
      data -> 'merchant' as merchant,
      case status when 'completed' then amount else 0 end as "leftMinor"
    from ledger.movement_view
    where id = ${refundId} and kind = 'refund' and parent_id is null
      and card_id is not null`.execute(tx);
  return rows[0];
}
