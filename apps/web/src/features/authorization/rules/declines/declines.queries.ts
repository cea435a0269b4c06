import { queryOptions } from "@tanstack/react-query";
import { explainDecline, listGrants } from "@tessera/contract/authorization/risk.endpoints";
import { call } from "../../../../lib/api/api-client.ts";
import { everyRow } from "../../../../lib/api/every-row.ts";
import { QUERY_ROOTS } from "../../../../lib/api/query-keys.ts";

/** Why one payment was stopped. It is told as it was, so it never changes. */
export function explanationQuery(movementId: string) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.risk, "decline", movementId],
    queryFn: ({ signal }) => call(explainDecline, { params: { id: movementId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What let one payment pass, newest first. */
export function grantsQuery(movementId: string) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.risk, "grants", movementId],
    queryFn: ({ signal }) =>
      everyRow((page) => call(listGrants, { query: { movementId, ...page }, signal })),
  });
}
