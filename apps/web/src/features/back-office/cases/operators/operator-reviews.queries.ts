import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import {
  getAdminReview,
  listAdminReviews,
  listReviewQueues,
} from "@tessera/contract/back-office/reviews.endpoints";
import {
  CASE_ASSIGNMENTS,
  CASE_STAGES,
  REVIEW_KINDS,
} from "@tessera/contract/back-office/reviews.schemas";
import { call } from "../../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../../lib/api/query-keys.ts";

const ALL = [...QUERY_ROOTS.reviews, "operators"] as const;

/** The queues' search parameters in the URL. */
export interface QueueSearch {
  readonly kind?: string;
  readonly stage?: string;
  readonly assigned?: string;
  readonly overdue?: string;
}

function oneOf<T extends string>(known: readonly T[], value: string | undefined): T | undefined {
  return known.find((one) => one === value);
}

/** Returns the valid filters from a URL; invalid ones are replaced by defaults. */
export function queueFiltersOf({ kind, stage, assigned, overdue }: QueueSearch) {
  const known = oneOf(REVIEW_KINDS, kind);
  // Held payments wait for their owners, not for operators.
  const usual = known === "payment" ? "waiting" : "todo";
  return {
    kind: known,
    stage: oneOf(CASE_STAGES, stage) ?? usual,
    assigned: oneOf(CASE_ASSIGNMENTS, assigned),
    overdue: oneOf(["true"], overdue),
  } as const;
}

/** Fetches the number of waiting cases of each type. */
export const queuesQuery = queryOptions({
  queryKey: [...ALL, "queues"],
  queryFn: async ({ signal }) => (await call(listReviewQueues, { signal })).data,
});

/** Fetches the reviews that match the filters, page by page. */
export function operatorReviewsQuery(search: QueueSearch) {
  const filters = queueFiltersOf(search);
  return infiniteQueryOptions({
    queryKey: [...ALL, "list", filters],
    queryFn: ({ signal, pageParam }) =>
      call(listAdminReviews, { query: { ...filters, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

/** Fetches the current version of one review. */
export function operatorReviewQuery(id: string) {
  return queryOptions({
    queryKey: [...ALL, "one", id],
    queryFn: ({ signal }) => call(getAdminReview, { params: { id }, signal }),
    staleTime: 0,
  });
}
