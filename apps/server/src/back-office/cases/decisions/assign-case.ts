import { type AppContext, inTransaction } from "../../../platform/context.ts";
import { lockCase, updateCase } from "../cases.repository.ts";
import { operatorOf, recordAct } from "../record-act.ts";
import type { Decider } from "../review-case.ts";
import type { CaseRow } from "../reviews.tables.ts";
import { requireOpenCase } from "./require-case.ts";

interface Assignment {
  readonly id: string | undefined;
  /** True if the operator takes the case, false if they return it to the queue. */
  readonly takes: boolean;
  readonly by: Decider;
}

/**
 * Assigns a case to the calling operator, or returns it to the queue. Repeating the call changes
 * nothing. An operator can take a case that is assigned to another operator, which is audited.
 *
 * @throws Refusal `not_found`, `case_decided`
 */
export async function assignCase(
  context: AppContext,
  { id, takes, by }: Assignment,
): Promise<CaseRow> {
  return inTransaction(context.db, async (tx) => {
    const row = requireOpenCase(id === undefined ? undefined : await lockCase(tx, id), "operator");
    const assignee = takes ? by.actor : null;
    if (row.assignee_id === (takes ? by.operatorId : null)) {
      return row;
    }
    const change = {
      assignee,
      assignee_id: takes ? by.operatorId : null,
      status: statusAfter(row.status, takes),
    };
    await updateCase(tx, row.id, change);
    await recordAct(context, tx, row, {
      by: operatorOf(by),
      act: takes ? "assigned" : "unassigned",
      audit: "case.assign",
      before: { name: row.assignee },
      after: { name: assignee },
    });
    return { ...row, ...change };
  });
}

/** Returns the status after an assignment. An assignment does not change whose turn it is. */
function statusAfter(status: CaseRow["status"], takes: boolean): CaseRow["status"] {
  return status === "waiting_customer" ? status : takes ? "in_review" : "open";
}
