import { queryOptions } from "@tanstack/react-query";
import { getReserves } from "@tessera/contract/money-movement/reserves.endpoints";
import { call } from "../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";

const REFRESH_MS = 60_000;

/** Fetches what the program holds and owes, as it was read within the last hour. */
export const reservesQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.board, "reserves"],
  queryFn: ({ signal }) => call(getReserves, { signal }),
  refetchInterval: REFRESH_MS,
});
