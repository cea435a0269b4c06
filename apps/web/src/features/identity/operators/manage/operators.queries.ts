import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import {
  getOperator,
  listInvitations,
  listOperators,
} from "@tessera/contract/identity/operators.endpoints";
import type { OperatorStatus } from "@tessera/contract/identity/operators.schemas";
import { listProposals } from "@tessera/contract/identity/proposals.endpoints";
import { call } from "../../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../../lib/api/query-keys.ts";

const PAGE_ROWS = 50;
const REFRESH_MS = 30_000;
const ROOT = QUERY_ROOTS.operators;

/** Fetches operators by username, page by page. */
export function operatorsQuery(status: OperatorStatus | undefined) {
  return infiniteQueryOptions({
    queryKey: [...ROOT, "list", status],
    queryFn: ({ signal, pageParam }) =>
      call(listOperators, {
        query: { status, limit: String(PAGE_ROWS), cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
  });
}

/** Fetches up to two active administrators, enough to know whether there is a second one. */
export function administratorsQuery() {
  const query = { role: "administrator", status: "active", limit: "2" } as const;
  return queryOptions({
    queryKey: [...ROOT, "administrators"],
    queryFn: ({ signal }) => call(listOperators, { query, signal }),
    staleTime: 0,
  });
}

/** Fetches one operator, with the operator's number of factors and sessions. */
export function operatorQuery(id: string) {
  return queryOptions({
    queryKey: [...ROOT, "one", id],
    queryFn: ({ signal }) => call(getOperator, { params: { id }, signal }),
    staleTime: 0,
  });
}

/** Fetches invitations, newest first, page by page. */
export function invitationsQuery() {
  return infiniteQueryOptions({
    queryKey: [...ROOT, "invitations"],
    queryFn: ({ signal, pageParam }) =>
      call(listInvitations, { query: { limit: String(PAGE_ROWS), cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
  });
}

/**
 * Fetches proposals, newest first, page by page, with the number of proposals that this operator
 * can decide.
 */
export function proposalsQuery() {
  return infiniteQueryOptions({
    queryKey: [...ROOT, "proposals"],
    queryFn: ({ signal, pageParam }) =>
      call(listProposals, { query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
}
