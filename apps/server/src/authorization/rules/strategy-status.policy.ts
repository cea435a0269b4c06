import type { StrategyStatus } from "@tessera/contract/authorization/risk.schemas";

/** Whether payments are judged by a strategy that stands so, be it only to note what it says. */
export function isJudging(status: StrategyStatus): boolean {
  return status === "shadow" || status === "active";
}

/** Whether a strategy may go from one status to another. A draft was never on: it has no pause. */
export function mayBecome(from: StrategyStatus, to: StrategyStatus): boolean {
  return from !== "retired" && !(from === "draft" && to === "paused");
}
