import type { Movement } from "@tessera/contract/insights/bills.schemas";

interface MovementPageData {
  readonly data: readonly Movement[];
  /** How far back the server searched, if that limit is why the page ends. */
  readonly searchedTo?: string | undefined;
}

/** The parts of an infinite query that a list of movements needs. */
export interface MovementPages {
  readonly data: { readonly pages: readonly MovementPageData[] } | undefined;
  readonly isPending: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}
