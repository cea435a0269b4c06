import { useEffect } from "react";

/** The parts of an infinite query that loading every page needs. */
interface FollowedPages {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
}

/** Loads each following page of a list as the one before it arrives, until all are there. */
export function useEveryPage({
  hasNextPage,
  isFetching,
  isFetchNextPageError,
  fetchNextPage,
}: FollowedPages): void {
  useEffect(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) {
      void fetchNextPage();
    }
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
}
