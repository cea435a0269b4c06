import type { StrategyWindow } from "@tessera/contract/authorization/risk.schemas";
import type { CompiledStrategy } from "../strategies/strategy.policy.ts";

const DAY_MS = 86_400_000;
/** Minimum number of days of history to read. The card's month is always counted. */
const LEAST_DAYS = 32;
const DAYS: Readonly<Record<StrategyWindow, number>> = {
  day: 1,
  week: 7,
  month: LEAST_DAYS,
  year: 367,
  lifetime: Number.POSITIVE_INFINITY,
  rolling_1h: 1,
  rolling_24h: 2,
  rolling_7d: 8,
  rolling_30d: LEAST_DAYS,
};

/**
 * Returns how far back history must be read so that every strategy's window is complete at `at`.
 */
export function reachBefore(at: Date, strategies: readonly CompiledStrategy[]): Date {
  const days = strategies.map(({ velocity }) => (velocity ? DAYS[velocity.window] : 0));
  const most = Math.max(LEAST_DAYS, ...days);
  return Number.isFinite(most) ? new Date(at.getTime() - most * DAY_MS) : new Date(0);
}
