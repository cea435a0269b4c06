import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { EndingPages } from "../../../../ui/list/list-end.tsx";
import { cardsQuery } from "../cards.queries.ts";

async function loadNext(): Promise<void> {
  const { loadMoreCards } = await import("./load-more-cards.ts");
  await loadMoreCards();
}

/**
 * Returns the customer's cards for a screen that searches, counts or names them: the loaded cards
 * immediately, then more as pages arrive. While `pages.hasNextPage` is true, the list is
 * incomplete: a page is still loading, or it failed (`pages.isFetchNextPageError`).
 */
export function useEveryCard() {
  const { data, isError, refetch } = useQuery(cardsQuery);
  const cursor = data?.nextCursor ?? null;
  const isMissing = data?.isMissing === true;
  useEffect(() => {
    if (cursor !== null && !isMissing) {
      void loadNext();
    }
  }, [cursor, isMissing]);
  const pages: EndingPages = {
    data: undefined,
    hasNextPage: cursor !== null,
    isFetchingNextPage: cursor !== null && !isMissing,
    isFetchNextPageError: isMissing,
    fetchNextPage: loadNext,
  };
  return { data: data?.cards, isError, refetch, pages };
}
