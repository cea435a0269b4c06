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

/** Number of days of past payments that the editor tests a rule against. */
export const BACKTEST_DAYS = 90;
const HITS_PAGE = "20";

/**
 * Fetches the customer's strategies and the total amount that the strategies stopped this month.
 */
export const strategiesQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.risk, "strategies"],
  queryFn: ({ signal }) => call(listStrategies, { signal }),
});

/** Fetches one strategy with its versions. Never cached, because the strategy will be edited. */
export function strategyQuery(id: string) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.risk, "strategy", id],
    queryFn: ({ signal }) => call(getStrategy, { params: { id }, signal }),
    gcTime: 0,
    staleTime: 0,
  });
}

/** Fetches the payments that one strategy, or any strategy, acted on, page by page. */
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
 * Fetches how a rule would have changed recent payments, or null if the server cannot run
 * backtests.
 *
 * @param strategyId the strategy that the rule would replace
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
