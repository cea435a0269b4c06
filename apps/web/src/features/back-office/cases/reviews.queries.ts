import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { getReview, listReviews } from "@tessera/contract/back-office/reviews.endpoints";
import { call } from "../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";

const OWN = [...QUERY_ROOTS.reviews, "own"] as const;
const MOST = "100";
const PAGE = "20";

/**
 * Fetches reviews that need the customer's action: held payments and cases with requested items.
 */
export const needsYouQuery = queryOptions({
  queryKey: [...OWN, "you"],
  queryFn: async ({ signal }) =>
    (await call(listReviews, { query: { turn: "you", limit: MOST }, signal })).data,
});

/** Fetches the reviews that are waiting for an operator. */
export const withUsQuery = queryOptions({
  queryKey: [...OWN, "us"],
  queryFn: async ({ signal }) =>
    (await call(listReviews, { query: { turn: "us", limit: MOST }, signal })).data,
});

/** Fetches closed reviews, newest first, page by page. */
export const doneQuery = infiniteQueryOptions({
  queryKey: [...OWN, "done"],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam, signal }) =>
    call(listReviews, { query: { turn: "none", limit: PAGE, cursor: pageParam }, signal }),
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
});

/** Fetches one review with its history. */
export function reviewQuery(id: string) {
  return queryOptions({
    queryKey: [...OWN, "one", id],
    queryFn: ({ signal }) => call(getReview, { params: { id }, signal }),
  });
}
