import type { AppContext, Tx } from "../../../platform/context.ts";
import { lockCaseOf, updateCase } from "../cases.repository.ts";
import { BY_ITSELF, recordAct } from "../record-act.ts";
import type { CaseKind } from "../review-case.ts";

/**
 * Records that the subject of an open case has changed. Earlier approvals become void, and an
 * operator who has seen an earlier revision has to review the case again. Does nothing if there is
 * no open case.
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
