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

/** Events say when something happened on a card; that a day has begun, none does. */
const REFRESH_MS = 600_000;

/** The largest page, as these lists are shown whole. */
const LARGEST = { limit: "100" } as const;

/** What of a card's balance is not spoken for. */
export function safeToSpendQuery(cardId: string) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.outlook, "safe-to-spend", cardId],
    queryFn: ({ signal }) => call(getSafeToSpend, { params: { id: cardId }, signal }),
    refetchInterval: REFRESH_MS,
  });
}

/** A card's pending payments. */
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

/** What was declined on a card this month. Its texts are in one language. */
export function declineBudgetQuery(cardId: string, locale: string) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.outlook, "decline-budget", cardId, locale],
    queryFn: ({ signal }) => call(getDeclineBudget, { params: { id: cardId }, signal }),
    refetchInterval: REFRESH_MS,
  });
}

/** Merchants likely to charge a card next. */
export function likelyChargesQuery(cardId: string) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.outlook, "likely-charges", cardId],
    queryFn: ({ signal }) =>
      everyPage((page) =>
        call(getLikelyCharges, { params: { id: cardId }, query: { ...LARGEST, ...page }, signal }),
      ),
  });
}
