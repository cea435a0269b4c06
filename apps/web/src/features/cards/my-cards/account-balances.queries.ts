import { queryOptions } from "@tanstack/react-query";
import { getWallet } from "@tessera/contract/money-movement/wallet.endpoints";
import { call } from "../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";

/** Fetches the balances of the accounts that fund the cards, by currency. */
export const accountBalancesQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.wallet, "balances"],
  queryFn: async ({ signal }) => (await call(getWallet, { signal })).balances,
});
