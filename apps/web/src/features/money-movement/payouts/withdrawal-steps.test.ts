import type { WithdrawalStage } from "@tessera/contract/money-movement/withdrawals.schemas";
import { expect, test } from "vitest";
import { stepsOf } from "./withdrawal-steps.ts";

const AT = "2026-11-22T00:00:00Z";

function steps(stages: readonly WithdrawalStage[], over: { reviewed?: boolean } = {}) {
  const stage = stages.at(-1) ?? "cooling";
  const isEnd = !["cooling", "review", "queued", "sending", "confirming"].includes(stage);
  return stepsOf({
    stage,
    reviewReasons: over.reviewed === true ? ["over_threshold"] : [],
    timeline: stages.map((each) => ({ stage: each, at: AT })),
    endedAt: isEnd ? AT : null,
  }).map((step) => `${step.stage} ${step.standing}`);
}

test("stepsOf returns all remaining steps for a new withdrawal", () => {
  expect(steps(["cooling"])).toEqual([
    "cooling now",
    "queued ahead",
    "sending ahead",
    "confirming ahead",
    "completed ahead",
  ]);
});

test("stepsOf includes a review only if one is needed and marks it as done afterward", () => {
  expect(steps(["cooling"], { reviewed: true })[1]).toBe("review ahead");
  expect(steps(["cooling", "review"], { reviewed: true })).toEqual([
    "cooling done",
    "review now",
    "queued ahead",
    "sending ahead",
    "confirming ahead",
    "completed ahead",
  ]);
  const after = steps(["cooling", "review", "queued"], { reviewed: true });
  expect(after.filter((step) => step.startsWith("review"))).toEqual(["review done"]);
});

test("stepsOf returns no further steps for a completed, canceled, or failed withdrawal", () => {
  const whole = ["cooling", "queued", "sending", "confirming", "completed"] as const;
  expect(steps(whole)).toEqual(whole.map((stage) => `${stage} done`));
  expect(steps(["cooling", "cancelled"])).toEqual(["cooling done", "cancelled ended"]);
  expect(steps(["cooling", "queued", "sending", "failed"]).at(-1)).toBe("failed ended");
});
