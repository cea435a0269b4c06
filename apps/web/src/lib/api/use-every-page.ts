import { useEffect } from "react";

/** The parts of an infinite query needed to load every page. */
interface FollowedPages {
  readonly data: { readonly pages: readonly unknown[] } | undefined;
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
}

/** Loads the next page of a list as soon as the previous one arrives, until all are loaded. */
export function useEveryPage({
  data,
  hasNextPage,
  isFetching,
  isFetchNextPageError,
  fetchNextPage,
}: FollowedPages): void {
  const loaded = data?.pages.length ?? 0;
  // A page that begins and ends between two renders changes only the number of pages; without that
  // number as a dependency, loading would stop there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) {
      void fetchNextPage();
    }
  }, [loaded, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
}
