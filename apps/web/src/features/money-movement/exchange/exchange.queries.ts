import { queryOptions } from "@tanstack/react-query";
import {
  getExchange,
  getRateHistory,
  quoteExchange,
} from "@tessera/contract/money-movement/exchange.endpoints";
import type { ExchangeQuote } from "@tessera/contract/money-movement/exchange.schemas";
import { EXCHANGE_QUOTE_SECONDS } from "@tessera/contract/money-movement/exchange.schemas";
import type { CurrencyCode } from "@tessera/money";
import { call } from "../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import type { Wanted } from "./exchange-draft.ts";

const ROOT = [...QUERY_ROOTS.wallet, "exchange"];

/**
 * How long a quote is shown, in milliseconds: a little less than the server accepts it. Counted
 * from the response, because the customer's clock may be wrong.
 */
const SHOWN_MS = (EXCHANGE_QUOTE_SECONDS - 2) * 1_000;
/** How long the history of a rate stays current, in milliseconds. */
const HISTORY_MS = 3_600_000;

/** A quote, with the time on this device's clock until which it can be confirmed. */
export interface TimedQuote extends ExchangeQuote {
  readonly endsAtMs: number;
}

/** Loads a quote for the amount that the customer typed. Never renewed without being asked. */
export function quoteQuery(wanted: Wanted | undefined) {
  return queryOptions({
    queryKey: ["exchange-quotes", wanted],
    queryFn: async ({ signal }): Promise<TimedQuote> => {
      const { from = "USD", to = "EUR", side = "sell", amount = "" } = wanted ?? {};
      const startedAtMs = Date.now();
      const quote = await call(quoteExchange, { body: { from, to, [side]: amount }, signal });
      return { ...quote, endsAtMs: startedAtMs + SHOWN_MS };
    },
    enabled: wanted !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
    gcTime: 0,
  });
}

export function exchangeQuery(id: string) {
  return queryOptions({
    queryKey: [...ROOT, "one", id],
    queryFn: ({ signal }) => call(getExchange, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function rateHistoryQuery(from: CurrencyCode, to: CurrencyCode) {
  return queryOptions({
    queryKey: [...ROOT, "history", from, to],
    queryFn: ({ signal }) => call(getRateHistory, { query: { from, to }, signal }),
    staleTime: HISTORY_MS,
  });
}
