import { queryOptions } from "@tanstack/react-query";
import { listCardTags } from "@tessera/contract/cards/card-settings.endpoints";
import { listCardTransactions } from "@tessera/contract/insights/bills.endpoints";
import { call } from "../../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../../lib/api/query-keys.ts";

/** Fetches the tags on the customer's cards, most used first, up to 100. */
export const cardTagsQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.cards, "tags"],
  queryFn: async ({ signal }) => {
    const { data } = await call(listCardTags, { signal });
    return data.toSorted((a, b) => b.cards - a.cards).map(({ tag }) => tag);
  },
});

/** How many of the latest payments are searched for merchants. */
const LATEST = 50;

/** Fetches the merchants of a card's latest payments, newest first. */
export function pastMerchantsQuery(cardId: string) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.cards, "past-merchants", cardId],
    queryFn: async ({ signal }) => {
      const query = { kind: "purchase", limit: String(LATEST) } as const;
      const { data } = await call(listCardTransactions, { params: { id: cardId }, query, signal });
      return data.map(({ title }) => title);
    },
  });
}
