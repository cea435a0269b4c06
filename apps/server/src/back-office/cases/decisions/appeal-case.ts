import { type AppContext, inTransaction } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { handlerOf } from "../case-handlers.ts";
import { appealUntil, dueAtFor } from "../case-time.policy.ts";
import { caseOf, lockCase, updateCase } from "../cases.repository.ts";
import { customerActor, recordAct } from "../record-act.ts";
import type { CaseRow } from "../reviews.tables.ts";
import { type CustomerAct, ownCase } from "./own-case.ts";

/** Returns the time until which a case can be appealed; null if it cannot be appealed. */
export function appealableUntil(context: AppContext, row: CaseRow): Date | null {
  const isRejected = row.status === "rejected" && row.appealed_at === null;
  if (!isRejected || row.decided_at === null) {
    return null;
  }
  const handler = handlerOf(context, row.kind);
  const until = appealUntil(row.decided_at);
  const isTaken = handler.reopen !== undefined;
  return isTaken && until > context.clock.now() ? until : null;
}

/**
 * Appeals a rejection and puts the subject back under review. The operator who rejected it cannot
 * decide it again. A case can be appealed only once; repeating the same appeal changes nothing.
 *
 * @throws Refusal `not_found`; `case_not_appealable`; whatever prevents the subject from going back
 * under review, such as insufficient funds
 */
export async function appealCase(
  context: AppContext,
  {
    id,
    text,
    by,
  }: { readonly id: string | undefined; readonly text: string; readonly by: CustomerAct },
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const row = ownCase(id === undefined ? undefined : await lockCase(tx, id), by.customerId);
    if (row.appeal_note === text) {
      return;
    }
    if (appealableUntil(context, row) === null) {
      throw new Refusal("case_not_appealable");
    }
    await handlerOf(context, row.kind).reopen?.(context, tx, caseOf(row));
    const now = context.clock.now();
    await updateCase(tx, row.id, {
      status: "open",
      revision: row.revision + 1,
      assignee: null,
      assignee_id: null,
      due_at: dueAtFor(row.kind, now),
      asked: [],
      asked_note: null,
      decided_at: null,
      decided_by: null,
      decided_by_id: null,
      decision_reason: null,
      appealed_at: now,
      appeal_note: text,
      changed_at: now,
      changed_by: by.username,
    });
    await recordAct(context, tx, row, {
      by: customerActor(by),
      act: "appealed",
      audit: "case.appeal",
      note: text,
      before: { status: row.status },
      after: { status: "open" },
    });
  });
}
