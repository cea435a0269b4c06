import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { cardsQuery } from "./cards.queries.ts";

/**
 * The customer's cards for a screen that searches, counts or names them: loaded cards at once, and
 * each further page as it arrives.
 */
export function useEveryCard() {
  const { data, dataUpdatedAt, isError, refetch } = useQuery(cardsQuery);
  const hasMore = data !== undefined && data.nextCursor !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response requests the next page.
  useEffect(() => {
    if (hasMore) {
      void import("./load-more-cards.ts").then(({ loadMoreCards }) => loadMoreCards());
    }
  }, [hasMore, dataUpdatedAt]);
  return { data: data?.cards, isError, refetch };
}
