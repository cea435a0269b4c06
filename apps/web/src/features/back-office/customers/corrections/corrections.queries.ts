import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import {
  getCorrection,
  listCorrections,
} from "@tessera/contract/back-office/adjustments.endpoints";
import type { CorrectionStatus } from "@tessera/contract/back-office/adjustments.schemas";
import { call } from "../../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../../lib/api/query-keys.ts";

const ROOT = [...QUERY_ROOTS.customers, "corrections"];
/**
 * Polling interval, in milliseconds. Polling is needed because operators receive no events for each
 * other's proposals.
 */
const ASK_EVERY_MS = 30_000;

export interface CorrectionFilters {
  readonly status?: CorrectionStatus;
  readonly customerId?: string;
}

/** Fetches adjustments, newest first, page by page. */
export function correctionsQuery(filters: CorrectionFilters) {
  return infiniteQueryOptions({
    queryKey: [...ROOT, "all", filters],
    queryFn: ({ signal, pageParam }) =>
      call(listCorrections, { query: { ...filters, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: ASK_EVERY_MS,
  });
}

/** Fetches the number of adjustments waiting for this operator's decision. */
export const waitingQuery = queryOptions({
  queryKey: [...ROOT, "waiting"],
  queryFn: async ({ signal }) =>
    (await call(listCorrections, { query: { status: "waiting", limit: "1" }, signal })).waiting,
  refetchInterval: ASK_EVERY_MS,
});

/**
 * Fetches one adjustment; always refetched, because the effect of the adjustment depends on the
 * current balance.
 */
export function correctionQuery(id: string) {
  return queryOptions({
    queryKey: [...ROOT, "one", id],
    queryFn: ({ signal }) => call(getCorrection, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ASK_EVERY_MS,
  });
}
