import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { LogCategory } from "@tessera/contract/back-office/audit-titles";
import {
  getCustomer,
  getCustomerMovement,
  getCustomerRisk,
  listCustomerAcceptances,
  listCustomerCards,
  listCustomerMovements,
  listCustomerNotes,
  listCustomerRecords,
  listCustomers,
} from "@tessera/contract/back-office/customers.endpoints";
import type { CustomerFilter } from "@tessera/contract/back-office/customers.schemas";
import type { MovementQuery } from "@tessera/contract/insights/bills.schemas";
import { call } from "../../../lib/api/api-client.ts";
import { everyRow } from "../../../lib/api/every-row.ts";
import { movementPages } from "../../../lib/api/movement-pages.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import type { Locale } from "../../../lib/locale.ts";

const ROOT = QUERY_ROOTS.customers;

export interface CustomerFilters {
  readonly q?: string;
  readonly status?: CustomerFilter;
}

/** Fetches customers, newest first, page by page. */
export function customersQuery(filters: CustomerFilters) {
  return infiniteQueryOptions({
    queryKey: [...ROOT, "all", filters],
    queryFn: ({ signal, pageParam }) =>
      call(listCustomers, { query: { ...filters, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // Keeps the previous result while the next search is loading.
    placeholderData: (found) => found,
  });
}

/** Fetches the profile of one customer. */
export function customerQuery(id: string) {
  return queryOptions({
    queryKey: [...ROOT, "one", id],
    queryFn: ({ signal }) => call(getCustomer, { params: { id }, signal }),
  });
}

export function customerCardsQuery(id: string) {
  return queryOptions({
    queryKey: [...ROOT, "cards", id],
    queryFn: ({ signal }) =>
      everyRow((query) => call(listCustomerCards, { params: { id }, query, signal })),
  });
}

/** Fetches a customer's bills as the customer sees them, page by page. */
export function customerMovementsQuery(
  id: string,
  filters: Omit<MovementQuery, "limit" | "cursor">,
) {
  return movementPages([...ROOT, "movements", id, filters], (page, signal) =>
    call(listCustomerMovements, { params: { id }, query: { ...filters, ...page }, signal }),
  );
}

/**
 * Fetches one of the customer's movements with all its postings and its title in the requested
 * language.
 */
export function customerMovementQuery(customerId: string, id: string, locale: Locale) {
  return queryOptions({
    queryKey: [...ROOT, "movement", customerId, id, locale],
    queryFn: ({ signal }) =>
      call(getCustomerMovement, { params: { id }, query: { customerId }, signal }),
  });
}

/** Fetches the legal texts that a customer accepted, newest first. */
export function customerAcceptancesQuery(id: string) {
  return queryOptions({
    queryKey: [...ROOT, "acceptances", id],
    queryFn: ({ signal }) =>
      everyRow((query) => call(listCustomerAcceptances, { params: { id }, query, signal })),
  });
}

export function customerRiskQuery(id: string) {
  return queryOptions({
    queryKey: [...ROOT, "risk", id],
    queryFn: ({ signal }) => call(getCustomerRisk, { params: { id }, query: {}, signal }),
  });
}

/**
 * Fetches the audit events about a customer, page by page, with titles in the requested language.
 */
export function customerRecordsQuery(
  id: string,
  category: LogCategory | undefined,
  locale: Locale,
) {
  const filters = category === undefined ? {} : { category };
  return movementPages([...ROOT, "records", id, filters, locale], (page, signal) =>
    call(listCustomerRecords, { params: { id }, query: { ...filters, ...page }, signal }),
  );
}

/** Fetches the notes about a customer, newest first. */
export function customerNotesQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [...ROOT, "notes", id],
    queryFn: ({ signal, pageParam }) =>
      call(listCustomerNotes, { params: { id }, query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}
