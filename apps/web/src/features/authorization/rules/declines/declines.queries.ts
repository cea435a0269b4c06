import { queryOptions } from "@tanstack/react-query";
import { explainDecline, listGrants } from "@tessera/contract/authorization/risk.endpoints";
import { call } from "../../../../lib/api/api-client.ts";
import { everyRow } from "../../../../lib/api/every-row.ts";
import { QUERY_ROOTS } from "../../../../lib/api/query-keys.ts";

/** Fetches why one payment was stopped. The explanation is a record and never changes. */
export function explanationQuery(movementId: string) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.risk, "decline", movementId],
    queryFn: ({ signal }) => call(explainDecline, { params: { id: movementId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Fetches the permissions granted for one payment, newest first. */
export function grantsQuery(movementId: string) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.risk, "grants", movementId],
    queryFn: ({ signal }) =>
      everyRow((page) => call(listGrants, { query: { movementId, ...page }, signal })),
  });
}
