import type { AppContext, Tx } from "../../../platform/context.ts";
import { lockCaseOf, updateCase } from "../cases.repository.ts";
import { BY_ITSELF, recordAct } from "../record-act.ts";
import type { CaseKind } from "../review-case.ts";

/**
 * Says that what an open case is about has changed: approvals given so far are void, and whoever
 * looked at it before is told to look again. Nothing where there is no open case.
 */
export async function reviseCase(
  context: AppContext,
  tx: Tx,
  subject: { readonly kind: CaseKind; readonly subjectId: string },
): Promise<void> {
  const row = await lockCaseOf(tx, subject);
  if (row === undefined) {
    return;
  }
  const revision = row.revision + 1;
  await updateCase(tx, row.id, {
    revision,
    changed_at: context.clock.now(),
    changed_by: BY_ITSELF.actor,
  });
  await recordAct(context, tx, row, {
    by: BY_ITSELF,
    act: "revised",
    audit: "case.revise",
    before: { version: row.revision },
    after: { version: revision },
  });
}
