import { useEffect } from "react";

/** The parts of an infinite query needed to load every page. */
interface FollowedPages {
  readonly data: { readonly pages: readonly unknown[] } | undefined;
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
}

/**
 * Loads the next page of a list as soon as the previous page arrives, until all pages are loaded.
 */
export function useEveryPage({
  data,
  hasNextPage,
  isFetching,
  isFetchNextPageError,
  fetchNextPage,
}: FollowedPages): void {
  const loaded = data?.pages.length ?? 0;
  // A page that starts and finishes loading between two renders changes only the number of pages.
  // Without that number as a dependency, loading would stop.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) {
      void fetchNextPage();
    }
  }, [loaded, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
}
