import { queryOptions } from "@tanstack/react-query";
import {
  listBills,
  listCardTransactions,
  listTransactions,
} from "@tessera/contract/insights/bills.endpoints";
import type { MovementQuery } from "@tessera/contract/insights/bills.schemas";
import { call } from "../../../lib/api/api-client.ts";
import { movementPages } from "../../../lib/api/movement-pages.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";

/** Number of movements shown on the home screen. */
const RECENT_COUNT = 5;

export type MovementFilters = Omit<MovementQuery, "limit" | "cursor">;

/** Loads all of the customer's movements, page by page, newest first. */
export function billsQuery(filters: MovementFilters = {}) {
  return movementPages([...QUERY_ROOTS.bills, "all", filters], (page, signal) =>
    call(listBills, { query: { ...filters, ...page }, signal }),
  );
}

/** Loads the transactions on the customer's cards, page by page, newest first. */
export function transactionsQuery(filters: MovementFilters = {}) {
  return movementPages([...QUERY_ROOTS.bills, "transactions", filters], (page, signal) =>
    call(listTransactions, { query: { ...filters, ...page }, signal }),
  );
}

/** Loads one card's movements, page by page, newest first. */
export function cardTransactionsQuery(
  cardId: string,
  filters: Omit<MovementFilters, "cardId"> = {},
) {
  return movementPages([...QUERY_ROOTS.bills, "card", cardId, filters], (page, signal) =>
    call(listCardTransactions, { params: { id: cardId }, query: { ...filters, ...page }, signal }),
  );
}

/** Loads the most recent movements, for a single card if `cardId` is set. */
export function recentBillsQuery(cardId?: string) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.bills, "recent", cardId ?? null],
    queryFn: async ({ signal }) => {
      const query = { limit: String(RECENT_COUNT), ...(cardId === undefined ? {} : { cardId }) };
      return (await call(listBills, { query, signal })).data;
    },
  });
}
