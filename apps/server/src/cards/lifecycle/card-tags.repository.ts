import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { Seek } from "../../platform/paging/pages.ts";

export interface UsedTagRow {
  readonly key: string;
  readonly tag: string;
  readonly cards: number;
}

/** Lists the tags on a customer's cards, ordered by the bytes of their comparison keys. */
export async function listUsedTags(
  tx: Tx,
  customerId: string,
  { after, limit }: Seek,
): Promise<UsedTagRow[]> {
  const { rows } = await sql<UsedTagRow>`
    select used.key, max(used.tag) as tag, count(*)::int as cards
    from card, unnest(card.tag_keys, card.tags) as used (key, tag)
    where card.customer_id = ${customerId}::uuid
      and (${after?.[0] ?? null}::text is null or used.key collate "C" > ${after?.[0] ?? null})
    group by used.key
    order by used.key collate "C"
    limit ${limit}`.execute(tx);
  return rows;
}
