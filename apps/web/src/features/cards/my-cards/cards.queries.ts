import { queryOptions } from "@tanstack/react-query";
import { getCard, listCards } from "@tessera/contract/cards/cards.endpoints";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { call } from "../../../lib/api/api-client.ts";
import { queryClient } from "../../../lib/api/query-client.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";

const LIST_KEY = [...QUERY_ROOTS.cards, "list"] as const;

function cardKey(cardId: string) {
  return [...QUERY_ROOTS.cards, "one", cardId] as const;
}

interface CardPage {
  readonly data: readonly Card[];
  readonly nextCursor: string | null;
}

/** The customer's cards loaded so far, closed ones last. */
interface CardList {
  readonly cards: readonly Card[];
  readonly pages: number;
  /** The cursor of the next page; null on the last page. */
  readonly nextCursor: string | null;
  /** True if the next page could not be loaded. */
  readonly isMissing?: boolean;
}

/** Adds a page to a list. A card that was closed after its page was loaded moves to the end. */
export function joinCards({ cards, pages }: CardList, page: CardPage): CardList {
  const known = cards.filter(({ id }) => !page.data.some((card) => card.id === id));
  return { cards: [...known, ...page.data], pages: pages + 1, nextCursor: page.nextCursor };
}

/** Fetches the first page of the customer's cards; later pages are added to the same entry. */
export const cardsQuery = queryOptions({
  queryKey: LIST_KEY,
  queryFn: async ({ signal }): Promise<CardList> => {
    const wanted = queryClient.getQueryData<CardList>(LIST_KEY)?.pages ?? 1;
    let list: CardList = { cards: [], pages: 0, nextCursor: null };
    do {
      const query = { cursor: list.nextCursor ?? undefined };
      list = joinCards(list, await call(listCards, { query, signal }));
    } while (list.nextCursor !== null && list.pages < wanted);
    return list;
  },
});

/** Fetches one card; until it is loaded, its entry from the list is shown. */
export function cardQuery(cardId: string) {
  return queryOptions<Card, Error, Card, ReturnType<typeof cardKey>>({
    queryKey: cardKey(cardId),
    queryFn: ({ signal }) => call(getCard, { params: { id: cardId }, signal }),
    placeholderData: () =>
      queryClient.getQueryData(cardsQuery.queryKey)?.cards.find((card) => card.id === cardId),
  });
}

/** Applies a change to the card in the cached list and in the card's own cache entry. */
export function keepCard(cardId: string, change: (card: Card) => Card): void {
  queryClient.setQueryData(
    cardsQuery.queryKey,
    (known) =>
      known && {
        ...known,
        cards: known.cards.map((card) => (card.id === cardId ? change(card) : card)),
      },
  );
  queryClient.setQueryData(cardQuery(cardId).queryKey, (card) => card && change(card));
}
