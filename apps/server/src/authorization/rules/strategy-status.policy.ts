import type { StrategyStatus } from "@tessera/contract/authorization/risk.schemas";

/** Returns whether a strategy with this status evaluates payments, even if only in shadow mode. */
export function isJudging(status: StrategyStatus): boolean {
  return status === "shadow" || status === "active";
}

/**
 * Returns whether a strategy may change from one status to another. A draft was never active, so it
 * cannot be paused.
 */
export function mayBecome(from: StrategyStatus, to: StrategyStatus): boolean {
  return from !== "retired" && !(from === "draft" && to === "paused");
}
