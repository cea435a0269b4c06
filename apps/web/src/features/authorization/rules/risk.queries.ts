import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import {
  backtestRule,
  getStrategy,
  listStrategies,
  listStrategyHits,
} from "@tessera/contract/authorization/risk.endpoints";
import type { StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import { call } from "../../../lib/api/api-client.ts";
import { isGone } from "../../../lib/api/api-error.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";

/** How far back a rule in the editor is tried. */
export const BACKTEST_DAYS = 90;
const HITS_PAGE = "20";

/** The customer's strategies, and what they stopped together this month. */
export const strategiesQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.risk, "strategies"],
  queryFn: ({ signal }) => call(listStrategies, { signal }),
});

/** One strategy with what its versions said. Never what was kept: it is asked for to be edited. */
export function strategyQuery(id: string) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.risk, "strategy", id],
    queryFn: ({ signal }) => call(getStrategy, { params: { id }, signal }),
    gcTime: 0,
    staleTime: 0,
  });
}

/** Payments on which strategies acted, or one of them alone, page by page. */
export function hitsQuery(strategyId: string | undefined) {
  return infiniteQueryOptions({
    queryKey: [...QUERY_ROOTS.risk, "hits", strategyId ?? "all"],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call(listStrategyHits, {
        query: {
          limit: HITS_PAGE,
          ...(pageParam !== null && { cursor: pageParam }),
          ...(strategyId !== undefined && { strategyId }),
        },
        signal,
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/**
 * What a rule would have changed in the payments of the last days. Null where the server cannot
 * look back.
 *
 * @param strategyId the strategy that the rule would take the place of
 */
export function backtestQuery(rule: StrategyRule, strategyId: string | undefined) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.risk, "backtest", strategyId ?? "new", rule],
    queryFn: async ({ signal }) => {
      const body = { rule, days: BACKTEST_DAYS, ...(strategyId !== undefined && { strategyId }) };
      try {
        return await call(backtestRule, { body, signal });
      } catch (error) {
        if (isGone(error)) {
          return null;
        }
        throw error;
      }
    },
    staleTime: 60_000,
    retry: false,
  });
}
