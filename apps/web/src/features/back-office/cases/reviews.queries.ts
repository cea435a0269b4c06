import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { getReview, listReviews } from "@tessera/contract/back-office/reviews.endpoints";
import { call } from "../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";

const OWN = [...QUERY_ROOTS.reviews, "own"] as const;
const MOST = "100";
const PAGE = "20";

/** What waits for the customer: payments for their word, cases for what is missing. */
export const needsYouQuery = queryOptions({
  queryKey: [...OWN, "you"],
  queryFn: async ({ signal }) =>
    (await call(listReviews, { query: { turn: "you", limit: MOST }, signal })).data,
});

/** What operators are looking at. */
export const withUsQuery = queryOptions({
  queryKey: [...OWN, "us"],
  queryFn: async ({ signal }) =>
    (await call(listReviews, { query: { turn: "us", limit: MOST }, signal })).data,
});

/** What is over, newest first, page by page. */
export const doneQuery = infiniteQueryOptions({
  queryKey: [...OWN, "done"],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam, signal }) =>
    call(listReviews, { query: { turn: "none", limit: PAGE, cursor: pageParam }, signal }),
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
});

/** One of them with all that happened. */
export function reviewQuery(id: string) {
  return queryOptions({
    queryKey: [...OWN, "one", id],
    queryFn: ({ signal }) => call(getReview, { params: { id }, signal }),
  });
}
