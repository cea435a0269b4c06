import { queryOptions } from "@tanstack/react-query";
import { getCardHolder, giveHolderFacts } from "@tessera/contract/cards/holder.endpoints";
import type { CardHolder, HolderBody } from "@tessera/contract/cards/holder.schemas";
import { call } from "../../../../lib/api/api-client.ts";
import { queryClient } from "../../../../lib/api/query-client.ts";
import { QUERY_ROOTS } from "../../../../lib/api/query-keys.ts";

/**
 * Fetches the details that the issuer needs; drops them from memory as soon as nothing displays
 * them.
 */
export const cardHolderQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.holder],
  queryFn: ({ signal }) => call(getCardHolder, { signal }),
  gcTime: 0,
});

/** Submits or corrects facts and updates the cache. Sending the same facts again has no effect. */
export async function giveFacts(body: HolderBody): Promise<CardHolder> {
  const holder = await call(giveHolderFacts, { body });
  queryClient.setQueryData(cardHolderQuery.queryKey, holder);
  return holder;
}
