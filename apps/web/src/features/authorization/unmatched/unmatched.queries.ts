import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { getUnmatched, listUnmatched } from "@tessera/contract/authorization/network.endpoints";
import { UNMATCHED_KINDS, UNMATCHED_STATES } from "@tessera/contract/authorization/network.schemas";
import { call } from "../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";

/** The list's search parameters in the URL. */
export interface UnmatchedSearch {
  readonly state?: string;
  readonly kind?: string;
  readonly q?: string;
}

const REFRESH_MS = 10_000;

/** Returns the valid filters from a URL; invalid ones become undefined. */
export function filtersOf({ state, kind, q }: UnmatchedSearch) {
  return {
    state: UNMATCHED_STATES.find((one) => one === state),
    kind: UNMATCHED_KINDS.find((one) => one === kind),
    q: q?.slice(0, 100),
  };
}

/** Fetches messages that arrived without a known authorization, newest first, page by page. */
export function unmatchedQuery(search: UnmatchedSearch) {
  const filters = filtersOf(search);
  return infiniteQueryOptions({
    queryKey: [...QUERY_ROOTS.network, "list", filters],
    queryFn: ({ signal, pageParam }) =>
      call(listUnmatched, { query: { ...filters, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: REFRESH_MS,
  });
}

/** Fetches one message and its candidate authorizations. */
export function unmatchedMessageQuery(id: string) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.network, "one", id],
    queryFn: ({ signal }) => call(getUnmatched, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
}
