import { queryOptions } from "@tanstack/react-query";
import { listCardTags } from "@tessera/contract/cards/card-settings.endpoints";
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
