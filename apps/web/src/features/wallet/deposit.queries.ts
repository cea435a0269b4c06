import { queryOptions } from "@tanstack/react-query";
import { getDeposit } from "@tessera/contract/wallet/deposits.endpoints";
import { call } from "../../lib/api-client.ts";
import { isGone } from "../../lib/api-error.ts";
import { liveStore } from "../../lib/live-store.ts";
import { QUERY_ROOTS } from "../../lib/query-keys.ts";
import { depositPollMs } from "./deposit-phase.ts";

/** One deposit, followed while it is open. */
export function depositQuery(id: string) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.wallet, "deposit", id],
    queryFn: ({ signal }) => call(getDeposit, { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      !isGone(state.error) && depositPollMs(state.data, liveStore.get() === "live"),
    staleTime: 0,
  });
}
