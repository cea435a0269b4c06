import { infiniteQueryOptions } from "@tanstack/react-query";
import { listExports } from "@tessera/contract/insights/statements.endpoints";
import type { ReconciliationExport } from "@tessera/contract/insights/statements.schemas";
import { call } from "../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";

const PAGE = "10";
/**
 * Polling interval while an export is being created, in milliseconds. Events usually arrive sooner.
 */
const POLL_MS = 2_000;

/** Returns true if an export is queued or running. */
export function isOpen({ status }: Pick<ReconciliationExport, "status">): boolean {
  return status === "queued" || status === "processing";
}

/** Loads the customer's exports page by page, newest first. */
export const exportPagesQuery = infiniteQueryOptions({
  queryKey: [...QUERY_ROOTS.reconciliation, "pages"],
  initialPageParam: null as string | null,
  queryFn: ({ pageParam, signal }) =>
    call(listExports, {
      query: { limit: PAGE, ...(pageParam !== null && { cursor: pageParam }) },
      signal,
    }),
  getNextPageParam: ({ nextCursor }) => nextCursor,
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ data }) => data.some(isOpen)) === true ? POLL_MS : false,
});
