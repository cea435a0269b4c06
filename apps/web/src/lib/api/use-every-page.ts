import { useEffect } from "react";

/** The parts of an infinite query that loading every page needs. */
interface FollowedPages {
  readonly data: { readonly pages: readonly unknown[] } | undefined;
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
}

/** Loads each following page of a list as the one before it arrives, until all are there. */
export function useEveryPage({
  data,
  hasNextPage,
  isFetching,
  isFetchNextPageError,
  fetchNextPage,
}: FollowedPages): void {
  const loaded = data?.pages.length ?? 0;
  // A page that begins and ends between two renders changes only the number of pages: without it
  // among the dependencies, loading would stop there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) {
      void fetchNextPage();
    }
  }, [loaded, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
}
