import { useMutation, useQueryClient } from "@tanstack/react-query";
import { createGrant, revokeGrant } from "@tessera/contract/authorization/risk.endpoints";
import type { Grant } from "@tessera/contract/authorization/risk.schemas";
import { call } from "../../../../lib/api/api-client.ts";
import { useMoneyWrite } from "../../../../lib/api/use-money-write.ts";
import { grantsQuery } from "./declines.queries.ts";

/** The type and duration of the permission requested for a stopped payment. */
export interface GrantWish {
  readonly kind: Grant["kind"];
  readonly minutes: number;
}

function useKeepGrant() {
  const queries = useQueryClient();
  return (grant: Grant) => {
    const { queryKey } = grantsQuery(grant.movementId);
    queries.setQueryData(queryKey, (grants) => [
      grant,
      ...(grants ?? []).filter(({ id }) => id !== grant.id),
    ]);
    void queries.invalidateQueries({ queryKey });
  };
}

/** Lets a stopped payment pass on its next attempt. Repeated clicks send only one request. */
export function useAllow(movementId: string, onDone: () => void) {
  const keep = useKeepGrant();
  return useMoneyWrite({
    write: (wish: GrantWish, idempotencyKey) =>
      call(createGrant, { body: { movementId, ...wish }, idempotencyKey }),
    onDone: (grant) => {
      keep(grant);
      onDone();
    },
  });
}

/** Revokes a permission. Revoking it twice has no further effect. */
export function useRevoke() {
  const keep = useKeepGrant();
  return useMutation({
    mutationFn: (id: string) => call(revokeGrant, { params: { id } }),
    onSuccess: keep,
  });
}
