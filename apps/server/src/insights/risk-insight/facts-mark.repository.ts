import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";

/**
 * Returns a string that changes with every movement by a customer and every change to the
 * customer's rules.
 */
export async function findFactsMark(tx: Tx, customerId: string): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select risk_revision || ' ' || coalesce((
      select id::text from ledger.movement where customer_id = ${customerId} and parent_id is null
      order by event_at desc limit 1
    ), '') as mark
    from customer where id = ${customerId}`.execute(tx);
  return rows[0]?.mark ?? "";
}
