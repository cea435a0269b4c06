import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import {
  getBreak,
  getReconciliation,
  listBreaks,
} from "@tessera/contract/money-movement/reconciliation.endpoints";
import {
  BREAK_AGES,
  BREAK_KINDS,
  BREAK_STATES,
  RECONCILIATION_SOURCES,
  type Reconciliation,
} from "@tessera/contract/money-movement/reconciliation.schemas";
import { call } from "../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";

/** The view's search parameters in the URL. Their names are short, as each page loads them. */
export interface BreakSearch {
  /** A source, or anything else for all of them. */
  readonly tab?: string;
  /** A state, or `mine` or `nobody` for open breaks by who looks into them. */
  readonly state?: string;
  readonly kind?: string;
  readonly age?: string;
}

const REFRESH_MS = 10_000;
/** How often the progress of a run is read. */
const PROGRESS_MS = 1_000;
const ASSIGNED: ReadonlyMap<string, "me" | "nobody"> = new Map([
  ["mine", "me"],
  ["nobody", "nobody"],
]);

export const RECONCILIATION_ROOT = [...QUERY_ROOTS.board, "reconciliation"] as const;

/** Returns the valid filters from a URL; by default, open breaks are listed. */
export function filtersOf({ tab, state, kind, age }: BreakSearch) {
  return {
    source: RECONCILIATION_SOURCES.find((one) => one === tab),
    state: BREAK_STATES.find((one) => one === state) ?? "open",
    kind: BREAK_KINDS.find((one) => one === kind),
    age: BREAK_AGES.find((one) => one === age),
    assigned: ASSIGNED.get(state ?? ""),
  };
}

function isRunning(data: Reconciliation | undefined): boolean {
  return data?.sources.some(({ lastRun }) => lastRun?.endedAt === null) === true;
}

/** Fetches the sources with their newest runs, more often while one is running. */
export const sourcesQuery = queryOptions({
  queryKey: [...RECONCILIATION_ROOT, "sources"],
  queryFn: ({ signal }) => call(getReconciliation, { signal }),
  refetchInterval: ({ state: { data } }) => (isRunning(data) ? PROGRESS_MS : REFRESH_MS),
});

/** Fetches breaks, longest known first, page by page. */
export function breaksQuery(search: BreakSearch) {
  const filters = filtersOf(search);
  return infiniteQueryOptions({
    queryKey: [...RECONCILIATION_ROOT, "breaks", filters],
    queryFn: ({ signal, pageParam }) =>
      call(listBreaks, { query: { ...filters, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: REFRESH_MS,
  });
}

/** Fetches one break with both sides and its history. */
export function breakQuery(id: string) {
  return queryOptions({
    queryKey: [...RECONCILIATION_ROOT, "break", id],
    queryFn: ({ signal }) => call(getBreak, { params: { id }, signal }),
    staleTime: 0,
  });
}
