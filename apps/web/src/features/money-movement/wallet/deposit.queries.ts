import { queryOptions } from "@tanstack/react-query";
import { getDeposit } from "@tessera/contract/money-movement/deposits.endpoints";
import { call } from "../../../lib/api/api-client.ts";
import { isGone } from "../../../lib/api/api-error.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import { liveStore } from "../../../lib/session/live-store.ts";
import { depositPollMs } from "./deposit-phase.ts";

/** Loads one deposit and keeps polling it while it is open. */
export function depositQuery(id: string) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.wallet, "deposit", id],
    queryFn: ({ signal }) => call(getDeposit, { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      !isGone(state.error) && depositPollMs(state.data, liveStore.get() === "live"),
    staleTime: 0,
  });
}
