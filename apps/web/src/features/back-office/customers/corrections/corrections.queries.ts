import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import {
  getCorrection,
  listCorrections,
} from "@tessera/contract/back-office/adjustments.endpoints";
import type { CorrectionStatus } from "@tessera/contract/back-office/adjustments.schemas";
import { call } from "../../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../../lib/api/query-keys.ts";

const ROOT = [...QUERY_ROOTS.customers, "corrections"];
/** Nobody tells an operator's console of what others propose: it asks. */
const ASK_EVERY_MS = 30_000;

/** What the list of corrections is narrowed to. */
export interface CorrectionFilters {
  readonly status?: CorrectionStatus;
  readonly customerId?: string;
}

/** Corrections, newest first, page by page. */
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

/** How many wait for the reader's own decision. */
export const waitingQuery = queryOptions({
  queryKey: [...ROOT, "waiting"],
  queryFn: async ({ signal }) =>
    (await call(listCorrections, { query: { status: "waiting", limit: "1" }, signal })).waiting,
  refetchInterval: ASK_EVERY_MS,
});

/** One correction as it stands: what it would move is asked for anew each time it is looked at. */
export function correctionQuery(id: string) {
  return queryOptions({
    queryKey: [...ROOT, "one", id],
    queryFn: ({ signal }) => call(getCorrection, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ASK_EVERY_MS,
  });
}
