import { queryOptions } from "@tanstack/react-query";
import { getCard, listApplications, listSegments } from "@tessera/contract/cards/cards.endpoints";
import { call } from "../../lib/api-client.ts";
import { QUERY_ROOTS } from "../../lib/query-keys.ts";

/** The cards that can be applied for, sold-out ones too. */
export const segmentsQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.segments],
  queryFn: async ({ signal }) => (await call(listSegments, { signal })).data,
  staleTime: 60_000,
});

/** The customer's applications, newest first. */
export const applicationsQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.applications],
  queryFn: async ({ signal }) => (await call(listApplications, { signal })).data,
});

/** The card that an application has led to. */
export function issuedCardQuery(cardId: string) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.cards, "issued", cardId],
    queryFn: ({ signal }) => call(getCard, { params: { id: cardId }, signal }),
  });
}
