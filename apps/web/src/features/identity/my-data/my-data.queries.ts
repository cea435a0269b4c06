import { infiniteQueryOptions } from "@tanstack/react-query";
import { listArchives } from "@tessera/contract/identity/my-data.endpoints";
import type { DataArchive } from "@tessera/contract/identity/my-data.schemas";
import { call } from "../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";

const PAGE = "10";
/**
 * Polling interval while an archive is being created, in milliseconds; events usually arrive
 * sooner.
 */
const POLL_MS = 2_000;

/** Returns true while an archive is queued or being created. */
export function isOpen({ status }: Pick<DataArchive, "status">): boolean {
  return status === "queued" || status === "processing";
}

/** Fetches the customer's archives page by page, newest first. */
export const archivePagesQuery = infiniteQueryOptions({
  queryKey: [...QUERY_ROOTS.my_data, "pages"],
  initialPageParam: null as string | null,
  queryFn: ({ pageParam, signal }) =>
    call(listArchives, {
      query: { limit: PAGE, ...(pageParam !== null && { cursor: pageParam }) },
      signal,
    }),
  getNextPageParam: ({ nextCursor }) => nextCursor,
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ data }) => data.some(isOpen)) === true ? POLL_MS : false,
});
