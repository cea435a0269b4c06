import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";

interface AskedDeclines {
  readonly customerId: string;
  readonly cardId: string;
  readonly from: Date;
  readonly to: Date;
}

/**
 * Counts a card's declined payments by reason within a period. Most are declined immediately. A
 * payment whose response was lost is declined later.
 */
export async function countDeclines(
  tx: Tx,
  { customerId, cardId, from, to }: AskedDeclines,
): Promise<readonly { readonly code: string | null; readonly count: number }[]> {
  const { rows } = await sql<{ code: string | null; count: number }>`
    select declined.code, count(*)::int as count from (
      select m.data ->> 'declineCode' as code from ledger.movement m
      where m.customer_id = ${customerId} and m.parent_id is null and m.status = 'declined'
        and m.event_at >= ${from} and m.event_at < ${to}
        and m.card_id = ${cardId} and m.kind = 'purchase'
      union all
      select m.data ->> 'declineCode' from ledger.movement_state s
        join ledger.movement m on m.id = s.movement_id and m.status <> 'declined'
      where s.customer_id = ${customerId} and s.status = 'declined'
        and s.event_at >= ${from} and s.event_at < ${to}
        and s.card_id = ${cardId} and s.kind = 'purchase'
    ) declined group by declined.code`.execute(tx);
  return rows;
}

/** Counts a card's authorization requests within a period, regardless of their outcome. */
export async function countPayments(
  tx: Tx,
  { customerId, cardId, from, to }: AskedDeclines,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ledger.movement
    where customer_id = ${customerId} and parent_id is null
      and event_at >= ${from} and event_at < ${to}
      and card_id = ${cardId} and kind = 'purchase'`.execute(tx);
  return rows[0]?.count ?? 0;
}
