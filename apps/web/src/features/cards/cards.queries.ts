import { queryOptions } from "@tanstack/react-query";
import { getCard, listCards, listSegments } from "@tessera/contract/cards/cards.endpoints";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { getWallet } from "@tessera/contract/wallet/wallet.endpoints";
import { call } from "../../lib/api-client.ts";
import { queryClient } from "../../lib/query-client.ts";
import { QUERY_ROOTS } from "../../lib/query-keys.ts";

const LIST_KEY = [...QUERY_ROOTS.cards, "list"] as const;

function cardKey(cardId: string) {
  return [...QUERY_ROOTS.cards, "one", cardId] as const;
}

/** All of the customer's cards, closed ones last. */
export const cardsQuery = queryOptions({
  queryKey: LIST_KEY,
  queryFn: async ({ signal }): Promise<readonly Card[]> => (await call(listCards, { signal })).data,
});

/** One card; what the list knows of it stands in until it is there. */
export function cardQuery(cardId: string) {
  return queryOptions<Card, Error, Card, ReturnType<typeof cardKey>>({
    queryKey: cardKey(cardId),
    queryFn: ({ signal }) => call(getCard, { params: { id: cardId }, signal }),
    placeholderData: () =>
      queryClient.getQueryData(cardsQuery.queryKey)?.find((card) => card.id === cardId),
  });
}

/** Puts what a write answered of a card where lists and pages read it. */
export function keepCard(cardId: string, change: (card: Card) => Card): void {
  queryClient.setQueryData(cardsQuery.queryKey, (cards) =>
    cards?.map((card) => (card.id === cardId ? change(card) : card)),
  );
  queryClient.setQueryData(cardQuery(cardId).queryKey, (card) => card && change(card));
}

/** What the accounts that fund the cards hold, by currency. */
export const accountBalancesQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.wallet, "balances"],
  queryFn: async ({ signal }) => (await call(getWallet, { signal })).balances,
});

/** What opening a card costs, for who has none yet. */
export const segmentOfferQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.segments, "offer"],
  queryFn: async ({ signal }) => (await call(listSegments, { signal })).data,
  staleTime: 300_000,
});
