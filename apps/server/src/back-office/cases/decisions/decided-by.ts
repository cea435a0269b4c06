import type { Decider } from "../review-case.ts";

/** Returns the columns that a decision writes to end a case. */
export function decidedBy<Status extends "approved" | "rejected">(
  status: Status,
  { operatorId, actor }: Decider,
  at: Date,
) {
  return {
    status,
    due_at: null,
    left_seconds: null,
    answer_due_at: null,
    missing: [],
    decided_at: at,
    decided_by_id: operatorId,
    decided_by: actor,
    changed_at: at,
    changed_by: actor,
  };
}
