import type {
  Withdrawal,
  WithdrawalStage,
} from "@tessera/contract/money-movement/withdrawals.schemas";

/** One step of a withdrawal. */
export interface WithdrawalStep {
  readonly stage: WithdrawalStage;
  readonly standing: "done" | "now" | "ended" | "ahead";
  /** Time of the step in RFC 3339; null if the step has not happened yet. */
  readonly at: string | null;
}

const WAY: readonly WithdrawalStage[] = ["cooling", "queued", "sending", "confirming", "completed"];

/** Returns the stages that are still ahead. Includes a review only if there will be one. */
function ahead(withdrawal: Pick<Withdrawal, "stage" | "reviewReasons">): WithdrawalStage[] {
  const { stage, reviewReasons } = withdrawal;
  if (stage === "review") {
    return WAY.slice(1);
  }
  const rest = WAY.slice(WAY.indexOf(stage) + 1);
  return stage === "cooling" && reviewReasons.length > 0 ? ["review", ...rest] : rest;
}

/** Returns the past and current steps of a withdrawal and, while it is open, its future steps. */
export function stepsOf(
  withdrawal: Pick<Withdrawal, "stage" | "reviewReasons" | "timeline" | "endedAt">,
): WithdrawalStep[] {
  const { timeline, endedAt, stage } = withdrawal;
  const lastIndex = timeline.length - 1;
  const happened = timeline.map(({ stage: each, at }, index): WithdrawalStep => {
    if (index < lastIndex || stage === "completed") {
      return { stage: each, standing: "done", at };
    }
    return { stage: each, standing: endedAt === null ? "now" : "ended", at };
  });
  const next = endedAt === null ? ahead(withdrawal) : [];
  return [
    ...happened,
    ...next.map((each): WithdrawalStep => ({ stage: each, standing: "ahead", at: null })),
  ];
}
