import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { backtestRule } from "@tessera/contract/authorization/risk.endpoints";
import type { StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import { getInsight, markAlertsSeen } from "@tessera/contract/authorization/risk-insight.endpoints";
import type { Insight, InsightDays } from "@tessera/contract/authorization/risk-insight.schemas";
import type { CurrencyCode } from "@tessera/money";
import { call } from "../../../lib/api/api-client.ts";
import { queryClient } from "../../../lib/api/query-client.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";

const READ_KEY = [...QUERY_ROOTS.insight, "read"] as const;
/** How long a backtest stays fresh, in milliseconds. Only new payments change its result. */
const BACKTEST_STALE_MS = 300_000;

/** Loads the risk score and its factors. */
export function insightQuery(days: InsightDays, currency: CurrencyCode) {
  return queryOptions({
    queryKey: [...READ_KEY, days, currency],
    queryFn: ({ signal }) => call(getInsight, { query: { days, currency }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Loads the effect that a suggested rule would have had on the customer's past payments. */
export function suggestionEffectQuery(rule: StrategyRule, days: InsightDays) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.insight, "effect", days, rule],
    queryFn: ({ signal }) => call(backtestRule, { body: { rule, days: Number(days) }, signal }),
    staleTime: BACKTEST_STALE_MS,
    retry: false,
  });
}

/** Marks alerts up to a time as seen. If the call fails, the alerts simply stay new. */
export async function tellAlertsSeen(until: string): Promise<void> {
  try {
    await call(markAlertsSeen, { body: { until } });
  } catch {
    return;
  }
  queryClient.setQueriesData<Insight>(
    { queryKey: READ_KEY },
    (read) => read && { ...read, alertsSeenAt: until },
  );
}
