import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { listCustomers } from "@tessera/contract/back-office/customers.endpoints";
import {
  getBankEntry,
  getBankStatement,
  listBankEntries,
  listBankStatements,
  listStatementImports,
} from "@tessera/contract/money-movement/bank.endpoints";
import { BANK_ENTRY_STATES } from "@tessera/contract/money-movement/bank.schemas";
import { call } from "../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";

/** The page's search parameters in the URL. */
export interface BankSearch {
  readonly tab?: string;
  readonly state?: string;
  readonly statement?: string;
}

const REFRESH_MS = 10_000;
const STATEMENT_ID = /^bst_[0-9a-f-]{36}$/;

/** Returns the valid filters from a URL; by default, transfers without a customer are listed. */
export function filtersOf({ state, statement }: BankSearch) {
  const statementId =
    statement !== undefined && STATEMENT_ID.test(statement) ? statement : undefined;
  const known = BANK_ENTRY_STATES.find((one) => one === state);
  return {
    statementId,
    state: known ?? (statementId === undefined ? ("unmatched" as const) : undefined),
  };
}

/** Fetches booked transactions, newest first, page by page. */
export function entriesQuery(search: BankSearch) {
  const filters = filtersOf(search);
  return infiniteQueryOptions({
    queryKey: [...QUERY_ROOTS.bank, "entries", filters],
    queryFn: ({ signal, pageParam }) =>
      call(listBankEntries, { query: { ...filters, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: REFRESH_MS,
  });
}

/** Fetches one transaction with the customers that it may belong to. */
export function entryQuery(id: string) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.bank, "entry", id],
    queryFn: ({ signal }) => call(getBankEntry, { params: { id }, signal }),
    staleTime: 0,
  });
}

/** Fetches imported statements, newest first, page by page. */
export const statementsQuery = infiniteQueryOptions({
  queryKey: [...QUERY_ROOTS.bank, "statements"],
  queryFn: ({ signal, pageParam }) =>
    call(listBankStatements, { query: { cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  refetchInterval: REFRESH_MS,
});

/** How often the page asks how far the crediting of a statement is. */
const PROGRESS_MS = 1_000;

/** How often the page looks whether somebody has started an import. */
const IDLE_MS = 3_000;

/** Fetches the latest imports, each second while one of them runs. */
export const importsQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.bank, "imports"],
  queryFn: ({ signal }) => call(listStatementImports, { signal }),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) =>
    data?.data.some(({ state }) => state === "reading") === true ? PROGRESS_MS : IDLE_MS,
});

/** Fetches one statement, again and again until each of its transactions has been decided. */
export function statementQuery(id: string) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.bank, "statement", id],
    queryFn: ({ signal }) => call(getBankStatement, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data === undefined || (data.counts.waiting ?? 0) > 0 ? PROGRESS_MS : false,
  });
}

/** Finds the customer with exactly this username. Undefined if there is none. */
export async function findCustomer(name: string): Promise<string | undefined> {
  const { data } = await call(listCustomers, { query: { q: name } });
  return data.find(({ username }) => username === name.toLowerCase())?.id;
}
