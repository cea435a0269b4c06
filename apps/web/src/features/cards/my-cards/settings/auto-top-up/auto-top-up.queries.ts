import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  getAutoTopUp,
  listAutoTopUps,
  setAutoTopUp,
} from "@tessera/contract/cards/auto-top-up.endpoints";
import type { AutoTopUpBody } from "@tessera/contract/cards/auto-top-up.schemas";
import { call } from "../../../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../../../lib/api/query-keys.ts";

/** How many of the latest runs are shown. */
const LATEST = 20;

/** Fetches when a card is topped up by itself. */
export function autoTopUpQuery(cardId: string) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.cards, "auto-top-up", cardId],
    queryFn: ({ signal }) => call(getAutoTopUp, { params: { id: cardId }, signal }),
  });
}

/** Fetches what the latest automatic top-ups did. */
export function topUpRunsQuery(cardId: string) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.cards, "auto-top-up-runs", cardId],
    queryFn: ({ signal }) =>
      call(listAutoTopUps, { params: { id: cardId }, query: { limit: String(LATEST) }, signal }),
  });
}

/** Sets when a card is topped up, or turns that off. */
export function useAutoTopUp(cardId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: AutoTopUpBody) => call(setAutoTopUp, { params: { id: cardId }, body }),
    onSuccess: (saved) => queries.setQueryData(autoTopUpQuery(cardId).queryKey, saved),
    onSettled: () => queries.invalidateQueries({ queryKey: QUERY_ROOTS.cards }),
  });
}
