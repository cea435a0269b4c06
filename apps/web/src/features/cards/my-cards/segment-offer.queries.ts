import { queryOptions } from "@tanstack/react-query";
import { listSegments } from "@tessera/contract/cards/card-issuing.endpoints";
import { call } from "../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";

/** Fetches the opening fees shown to customers without a card. */
export const segmentOfferQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.segments, "offer"],
  queryFn: async ({ signal }) => (await call(listSegments, { signal })).data,
  staleTime: 300_000,
});
