import { queryOptions } from "@tanstack/react-query";
import {
  checkAddress,
  getWithdrawal,
  getWithdrawalTerms,
  listAddresses,
  listWithdrawals,
  quoteWithdrawal,
} from "@tessera/contract/money-movement/withdrawals.endpoints";
import type {
  PayoutNetwork,
  Withdrawal,
} from "@tessera/contract/money-movement/withdrawals.schemas";
import type { CurrencyCode } from "@tessera/money";
import { call } from "../../../lib/api/api-client.ts";
import { isGone } from "../../../lib/api/api-error.ts";
import { everyRow } from "../../../lib/api/every-row.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import { liveStore } from "../../../lib/session/live-store.ts";

const ROOT = QUERY_ROOTS.withdrawals;

const OPEN_POLL_MS = 1_500;
/**
 * Polling interval while events arrive, in milliseconds. Polling only makes up for missed events.
 */
const TOLD_POLL_MS = 15_000;
/**
 * Age at which a quote is renewed, in milliseconds. Well before the quote expires, and independent
 * of the user's clock.
 */
const QUOTE_AGAIN_MS = 4 * 60_000;

export const termsQuery = queryOptions({
  queryKey: [...ROOT, "terms"],
  queryFn: ({ signal }) => call(getWithdrawalTerms, { signal }),
  staleTime: 0,
});

export const addressesQuery = queryOptions({
  queryKey: [...ROOT, "addresses"],
  queryFn: ({ signal }) => everyRow((query) => call(listAddresses, { query, signal })),
  staleTime: 0,
});

/** Returns the delay before a withdrawal is polled again, or `false` if it is final. */
function pollMs(withdrawal: Pick<Withdrawal, "endedAt"> | undefined): number | false {
  if (withdrawal !== undefined && withdrawal.endedAt !== null) {
    return false;
  }
  return liveStore.get() === "live" ? TOLD_POLL_MS : OPEN_POLL_MS;
}

/** Loads the newest withdrawals and all open ones, which come first in the list. */
async function loadWithdrawals(signal: AbortSignal): Promise<readonly Withdrawal[]> {
  let page = await call(listWithdrawals, { signal });
  const rows = [...page.data];
  while (page.nextCursor !== null && rows.at(-1)?.endedAt === null) {
    page = await call(listWithdrawals, { query: { cursor: page.nextCursor }, signal });
    rows.push(...page.data);
  }
  return rows;
}

export const withdrawalsQuery = queryOptions({
  queryKey: [...ROOT, "list"],
  queryFn: ({ signal }) => loadWithdrawals(signal),
  refetchInterval: ({ state }) =>
    pollMs(state.data?.find(({ endedAt }) => endedAt === null) ?? state.data?.[0]),
  staleTime: 0,
});

/** Loads one withdrawal and polls it until it ends. */
export function withdrawalQuery(id: string) {
  return queryOptions({
    queryKey: [...ROOT, "one", id],
    queryFn: ({ signal }) => call(getWithdrawal, { params: { id }, signal }),
    refetchInterval: ({ state }) => !isGone(state.error) && pollMs(state.data),
    staleTime: 0,
  });
}

/** The amount to withdraw, the account's currency and the address. */
export interface QuoteWanted {
  readonly addressId: string;
  readonly amount: string;
  readonly currency: CurrencyCode;
}

export function quoteQuery(wanted: QuoteWanted | undefined) {
  return queryOptions({
    queryKey: [...ROOT, "quote", wanted],
    queryFn: ({ signal }) => {
      const { addressId = "", amount = "", currency = "USD" } = wanted ?? {};
      return call(quoteWithdrawal, { body: { addressId, amount, currency }, signal });
    },
    enabled: wanted !== undefined,
    staleTime: QUOTE_AGAIN_MS,
    refetchInterval: QUOTE_AGAIN_MS,
    retry: false,
    gcTime: 0,
  });
}

/** Loads the server's check of the address that the user is typing. */
export function addressCheckQuery(network: PayoutNetwork, address: string) {
  return queryOptions({
    queryKey: [...ROOT, "check", network, address],
    queryFn: ({ signal }) => call(checkAddress, { body: { network, address }, signal }),
    enabled: address !== "",
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    gcTime: 0,
  });
}
