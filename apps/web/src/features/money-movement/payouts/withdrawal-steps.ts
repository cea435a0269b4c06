import type {
  Withdrawal,
  WithdrawalStage,
} from "@tessera/contract/money-movement/withdrawals.schemas";

/** How a step of a withdrawal stands. */
export interface WithdrawalStep {
  readonly stage: WithdrawalStage;
  readonly standing: "done" | "now" | "ended" | "ahead";
  /** RFC 3339; null for what has not happened. */
  readonly at: string | null;
}

const WAY: readonly WithdrawalStage[] = ["cooling", "queued", "sending", "confirming", "completed"];

/** What is still to come after a stage, with the review only where there will be one. */
function ahead(withdrawal: Pick<Withdrawal, "stage" | "reviewReasons">): WithdrawalStage[] {
  const { stage, reviewReasons } = withdrawal;
  if (stage === "review") {
    return WAY.slice(1);
  }
  const rest = WAY.slice(WAY.indexOf(stage) + 1);
  return stage === "cooling" && reviewReasons.length > 0 ? ["review", ...rest] : rest;
}

/** The steps of a withdrawal: what was, what is, and, while it goes on, what comes next. */
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
