import type { CurrencyCode } from "@tessera/money";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";

/** The spending in one category and currency on one day, in minor units. */
export interface SpentRow {
  readonly day: string;
  readonly category: string | null;
  readonly currency: CurrencyCode;
  readonly spent: bigint;
}

/**
 * Selects the settled spending on a customer's cards since a given time, minus refunds. Reads only
 * the customer's movements from that time on, using their index.
 */
export async function selectSpent(
  tx: Tx,
  asked: {
    readonly customerId: string;
    readonly cardId: string | undefined;
    readonly startsAt: Date;
    readonly timeZone: string;
  },
): Promise<SpentRow[]> {
  const { customerId, cardId, startsAt, timeZone } = asked;
  const ofCard = cardId === undefined ? sql`` : sql`and m.card_id = ${cardId}`;
  const { rows } = await sql<SpentRow>`
    select to_char(m.event_at at time zone ${timeZone}, 'YYYY-MM-DD') as day,
      m.data -> 'merchant' ->> 'category' as category, m.currency,
      sum(-coalesce(s.amount, m.amount))::bigint as spent
    from ledger.movement m left join ledger.movement_state s on s.movement_id = m.id
    where m.customer_id = ${customerId} and m.parent_id is null and m.event_at >= ${startsAt}
      ${ofCard}
      and m.kind in ('purchase', 'refund', 'force_post')
      and coalesce(s.status, m.status) = 'completed'
    group by 1, 2, 3`.execute(tx);
  return rows;
}
