import { queryOptions } from "@tanstack/react-query";
import { getTransaction } from "@tessera/contract/insights/bills.endpoints";
import { call } from "../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";

/** Loads one movement with its timeline. */
export function movementDetailQuery(id: string) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.bills, "one", id],
    queryFn: ({ signal }) => call(getTransaction, { params: { id }, signal }),
  });
}
