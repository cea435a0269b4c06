import { queryOptions } from "@tanstack/react-query";
import { getFreezeAll } from "@tessera/contract/cards/freeze-all.endpoints";
import { call } from "../../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../../lib/api/query-keys.ts";

/** Fetches the newest freeze of all cards that can be undone, or null if there is none. */
export const freezeAllQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.cards, "freeze-all"],
  queryFn: async ({ signal }) => (await call(getFreezeAll, { signal })).current,
});
