import type { UsedTag } from "@tessera/contract/cards/card-settings.schemas";
import type { AppContext } from "../../platform/context.ts";
import { type Page, type PageQuery, readPage } from "../../platform/paging/pages.ts";
import { listUsedTags } from "./card-tags.repository.ts";

/**
 * Lists the tags on a customer's cards, ordered by key, each with one of its spellings and the
 * number of cards that have it.
 *
 * @throws Refusal `invalid_input` for a cursor from another list
 */
export async function listTags(
  context: AppContext,
  customerId: string,
  query: PageQuery,
): Promise<Page<UsedTag>> {
  const { rows, nextCursor } = await readPage(context, {
    scope: `card-tags:${customerId}`,
    query,
    read: (seek) => listUsedTags(context.db.kysely, customerId, seek),
    placeOf: ({ key }) => [key],
  });
  return { data: rows.map(({ tag, cards }) => ({ tag, cards })), nextCursor };
}
