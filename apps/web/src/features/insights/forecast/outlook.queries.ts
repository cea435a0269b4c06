import { queryOptions } from "@tanstack/react-query";
import {
  getCardHolds,
  getDeclineBudget,
  getLikelyCharges,
  getSafeToSpend,
} from "@tessera/contract/insights/forecast.endpoints";
import { call } from "../../../lib/api/api-client.ts";
import { everyPage } from "../../../lib/api/every-row.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";

/**
 * Polling interval, in milliseconds. Polling is needed because events report activity on a card but
 * not the start of a new day.
 */
const REFRESH_MS = 600_000;

/** The largest page size, because these lists are shown in full. */
const LARGEST = { limit: "100" } as const;

/** Loads the part of a card's balance that is safe to spend. */
export function safeToSpendQuery(cardId: string) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.outlook, "safe-to-spend", cardId],
    queryFn: ({ signal }) => call(getSafeToSpend, { params: { id: cardId }, signal }),
    refetchInterval: REFRESH_MS,
  });
}

/** Loads a card's pending payments. */
export function cardHoldsQuery(cardId: string) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.outlook, "holds", cardId],
    queryFn: ({ signal }) =>
      everyPage((page) =>
        call(getCardHolds, { params: { id: cardId }, query: { ...LARGEST, ...page }, signal }),
      ),
    refetchInterval: REFRESH_MS,
  });
}

/**
 * Loads a card's declines this month. The key includes the locale because the texts are translated.
 */
export function declineBudgetQuery(cardId: string, locale: string) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.outlook, "decline-budget", cardId, locale],
    queryFn: ({ signal }) => call(getDeclineBudget, { params: { id: cardId }, signal }),
    refetchInterval: REFRESH_MS,
  });
}

/** Loads the merchants that are likely to charge a card next. */
export function likelyChargesQuery(cardId: string) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.outlook, "likely-charges", cardId],
    queryFn: ({ signal }) =>
      everyPage((page) =>
        call(getLikelyCharges, { params: { id: cardId }, query: { ...LARGEST, ...page }, signal }),
      ),
  });
}
