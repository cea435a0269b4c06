import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getHoldings, getSpending } from "@tessera/contract/insights/spending.endpoints";
import type { FigureDays } from "@tessera/contract/insights/spending.schemas";
import type { CurrencyCode } from "@tessera/money";
import { call } from "../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";

/**
 * Polling interval, in milliseconds. Polling is needed because events report movements but not the
 * start of a new day.
 */
const REFRESH_MS = 600_000;

interface FigureQuery {
  readonly days: FigureDays;
  readonly currency: CurrencyCode;
}

/** Loads spending by category and by day, for all cards or a single card. */
export function spendingQuery({ days, currency, cardId }: FigureQuery & { cardId?: string }) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.figures, "spending", days, currency, cardId ?? null],
    queryFn: ({ signal }) =>
      call(getSpending, {
        query: { days, currency, ...(cardId === undefined ? {} : { cardId }) },
        signal,
      }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
}

/** Loads the customer's balance at the end of each day. */
export function holdingsQuery({ days, currency }: FigureQuery) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.figures, "holdings", days, currency],
    queryFn: ({ signal }) => call(getHoldings, { query: { days, currency }, signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
}
