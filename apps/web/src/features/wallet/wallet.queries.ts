import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { MovementKind } from "@tessera/contract/bills/bills.schemas";
import {
  getDeposit,
  getRates,
  getWallet,
  listAssets,
  listWalletHistory,
} from "@tessera/contract/wallet/wallet.endpoints";
import type { CurrencyCode } from "@tessera/money";
import { call } from "../../lib/api-client.ts";
import { liveStore } from "../../lib/live-store.ts";
import { QUERY_ROOTS } from "../../lib/query-keys.ts";
import { depositPollMs } from "./deposit-phase.ts";

const PAGE_SIZE = "20";
/** Figures of the asset page are taken anew this often. */
const ASSETS_POLL_MS = 300_000;

/** Balances, and their total in one currency. */
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

/** What the customer holds, account by account and card by card, converted to one currency. */
export function assetsQuery(currency: CurrencyCode) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.wallet, "assets", currency],
    queryFn: async ({ signal }) => (await call(listAssets, { query: { currency }, signal })).data,
    refetchInterval: ASSETS_POLL_MS,
  });
}

/** One deposit, followed while it is open. */
export function depositQuery(id: string) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.wallet, "deposit", id],
    queryFn: ({ signal }) => call(getDeposit, { params: { id }, signal }),
    refetchInterval: ({ state }) => depositPollMs(state.data, liveStore.get() === "live"),
    staleTime: 0,
  });
}

/** Deposits and withdrawals, page by page, newest first. */
export function walletHistoryQuery(kind?: MovementKind) {
  return infiniteQueryOptions({
    queryKey: [...QUERY_ROOTS.wallet, "history", kind ?? null],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === null ? {} : { cursor: pageParam };
      const query = { limit: PAGE_SIZE, ...(kind === undefined ? {} : { kind }), ...cursor };
      return call(listWalletHistory, { query, signal });
    },
    getNextPageParam: (last) => last.nextCursor,
  });
}
