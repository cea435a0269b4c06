import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { MovementQuery } from "@tessera/contract/insights/bills.schemas";
import {
  getRates,
  getWallet,
  listAssets,
  listWalletHistory,
} from "@tessera/contract/money-movement/wallet.endpoints";
import type { CurrencyCode } from "@tessera/money";
import { call } from "../../../lib/api/api-client.ts";
import { movementPages } from "../../../lib/api/movement-pages.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";

/** Polling interval of the asset page, in milliseconds. */
const ASSETS_POLL_MS = 300_000;

/** Loads the balances and their total in one currency. */
export function walletQuery(currency: CurrencyCode) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.wallet, "totals", currency],
    queryFn: ({ signal }) => call(getWallet, { query: { currency }, signal }),
    placeholderData: keepPreviousData,
  });
}

export const ratesQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.wallet, "rates"],
  queryFn: ({ signal }) => call(getRates, { signal }),
});

/** Loads the customer's accounts and cards with their balances, converted to one currency. */
export function assetsQuery(currency: CurrencyCode) {
  return infiniteQueryOptions({
    queryKey: [...QUERY_ROOTS.wallet, "assets", currency],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call(listAssets, {
        query: { currency, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (last: { readonly nextCursor: string | null }) => last.nextCursor,
    refetchInterval: ASSETS_POLL_MS,
  });
}

/** Loads deposits and withdrawals, page by page, newest first. */
export function walletHistoryQuery(filters: Omit<MovementQuery, "limit" | "cursor"> = {}) {
  return movementPages([...QUERY_ROOTS.wallet, "history", filters], (page, signal) =>
    call(listWalletHistory, { query: { ...filters, ...page }, signal }),
  );
}
