import type { AppContext, Tx } from "../../../platform/context.ts";
import { lockCaseOf, updateCase } from "../cases.repository.ts";
import { BY_ITSELF, type CaseActor, recordAct } from "../record-act.ts";
import type { CaseKind } from "../review-case.ts";
import type { CaseRow } from "../reviews.tables.ts";

/**
 * Closes the open case about a subject that ended without a decision, such as a request that the
 * customer canceled. Does not call the handler. Does nothing if there is no open case.
 */
export async function closeCase(
  context: AppContext,
  tx: Tx,
  subject: { readonly kind: CaseKind; readonly subjectId: string },
  how: "withdrawn" | "expired",
): Promise<void> {
  const row = await lockCaseOf(tx, subject);
  if (row !== undefined) {
    await writeEnd(context, tx, row, { how, by: BY_ITSELF });
  }
}

/** Ends a locked case without a decision. */
export async function writeEnd(
  context: AppContext,
  tx: Tx,
  row: CaseRow,
  { how, by }: { readonly how: "withdrawn" | "expired"; readonly by: CaseActor },
): Promise<void> {
  const now = context.clock.now();
  await updateCase(tx, row.id, {
    status: how,
    due_at: null,
    left_seconds: null,
    answer_due_at: null,
    missing: [],
    decided_at: now,
    changed_at: now,
    changed_by: by.actor,
  });
  await recordAct(context, tx, row, {
    by,
    act: how,
    audit: "case.end",
    before: { status: row.status },
    after: { status: how },
  });
}
