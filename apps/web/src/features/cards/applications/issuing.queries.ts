import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { listApplications, listSegments } from "@tessera/contract/cards/card-issuing.endpoints";
import { getCard } from "@tessera/contract/cards/cards.endpoints";
import { call } from "../../../lib/api/api-client.ts";
import { everyRow } from "../../../lib/api/every-row.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";

/** Fetches the card products that can be applied for, including sold-out ones. */
export const segmentsQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.segments],
  queryFn: ({ signal }) => everyRow((query) => call(listSegments, { query, signal })),
  staleTime: 60_000,
});

/** Fetches the customer's applications, newest first. */
export const applicationsQuery = infiniteQueryOptions({
  queryKey: [...QUERY_ROOTS.applications],
  initialPageParam: null as string | null,
  queryFn: ({ pageParam, signal }) =>
    call(listApplications, { ...(pageParam !== null && { query: { cursor: pageParam } }), signal }),
  getNextPageParam: (last: { readonly nextCursor: string | null }) => last.nextCursor,
});

/** Fetches the card that was issued for an application. */
export function issuedCardQuery(cardId: string) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.cards, "issued", cardId],
    queryFn: ({ signal }) => call(getCard, { params: { id: cardId }, signal }),
  });
}
