import { useQueryClient } from "@tanstack/react-query";
import { createExchange } from "@tessera/contract/money-movement/exchange.endpoints";
import type { Exchange } from "@tessera/contract/money-movement/exchange.schemas";
import { call } from "../../../lib/api/api-client.ts";
import { MONEY_ROOTS } from "../../../lib/api/query-keys.ts";
import { type MoneyWrite, useMoneyWrite } from "../../../lib/api/use-money-write.ts";
import { exchangeQuery } from "./exchange.queries.ts";

/** Error code for a quote that is older than the server accepts. A new one resolves it. */
export const QUOTE_EXPIRED = "quote_expired";

/** Redeems a quote once. */
export function useExchange(onDone: (exchange: Exchange) => void): MoneyWrite<string, Exchange> {
  const queries = useQueryClient();
  return useMoneyWrite({
    write: async (quoteId: string, idempotencyKey) => {
      try {
        const exchange = await call(createExchange, { body: { quoteId }, idempotencyKey });
        queries.setQueryData(exchangeQuery(exchange.id).queryKey, exchange);
        return exchange;
      } finally {
        // Refetches even if the response was lost, because the money may have moved.
        for (const queryKey of MONEY_ROOTS) {
          void queries.invalidateQueries({ queryKey });
        }
      }
    },
    onDone,
  });
}
