import type { Movement } from "@tessera/contract/insights/bills.schemas";

interface MovementPageData {
  readonly data: readonly Movement[];
  /** How far back was looked, where that is why the page ends. */
  readonly searchedTo?: string | undefined;
}

/** What a list needs of its infinite query. */
export interface MovementPages {
  readonly data: { readonly pages: readonly MovementPageData[] } | undefined;
  readonly isPending: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}
