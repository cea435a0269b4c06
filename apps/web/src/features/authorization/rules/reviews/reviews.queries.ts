import { queryOptions } from "@tanstack/react-query";
import { listReviews } from "@tessera/contract/back-office/reviews.endpoints";
import { call } from "../../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../../lib/api/query-keys.ts";

/** Fetches the most recent payments held by rules, regardless of outcome. */
export const latestReviewsQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.risk, "reviews", "latest"],
  queryFn: async ({ signal }) => {
    const { data } = await call(listReviews, { query: { kind: "payment", limit: "100" }, signal });
    return data.flatMap((review) => (review.kind === "payment" ? [review] : []));
  },
});
