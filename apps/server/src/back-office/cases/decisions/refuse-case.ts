import type { AppContext, Tx } from "../../../platform/context.ts";
import { enqueueCaseMail } from "../case-mails.ts";
import { lockCaseOf, updateCase } from "../cases.repository.ts";
import { BY_ITSELF, recordAct } from "../record-act.ts";
import type { CaseKind } from "../review-case.ts";

/**
 * Closes the open case about a subject as rejected, because operators can no longer approve it.
 * Does not call the handler.
 *
 * @param reason the reason shown to the customer, by language
 * @returns whether there was an open case
 */
export async function refuseCase(
  context: AppContext,
  tx: Tx,
  subject: { readonly kind: CaseKind; readonly subjectId: string },
  reason: string,
): Promise<boolean> {
  const row = await lockCaseOf(tx, subject);
  if (row === undefined) {
    return false;
  }
  const now = context.clock.now();
  await updateCase(tx, row.id, {
    status: "rejected",
    due_at: null,
    left_seconds: null,
    answer_due_at: null,
    missing: [],
    decided_at: now,
    decided_by: BY_ITSELF.actor,
    decision_reason: reason,
    changed_at: now,
    changed_by: BY_ITSELF.actor,
  });
  await recordAct(context, tx, row, {
    by: BY_ITSELF,
    act: "rejected",
    audit: "case.reject",
    note: reason,
    before: { status: row.status },
    after: { status: "rejected" },
  });
  await enqueueCaseMail(context, tx, { kind: row.kind, customerId: row.customer_id }, "rejected");
  return true;
}
