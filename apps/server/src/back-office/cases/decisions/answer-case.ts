import type { CaseItem } from "@tessera/contract/back-office/reviews.schemas";
import { type AppContext, inTransaction, type Tx } from "../../../platform/context.ts";
import { dueAfter } from "../case-time.policy.ts";
import { lockCase, selectSteps, updateCase } from "../cases.repository.ts";
import { customerActor, recordAct } from "../record-act.ts";
import type { CaseRow } from "../reviews.tables.ts";
import { type CustomerAct, ownCase } from "./own-case.ts";
import { requireOpenCase } from "./require-case.ts";

/**
 * Records a customer's written answer. Sending the same text again changes nothing.
 *
 * @throws Refusal `not_found`, `case_decided`
 */
export async function answerCase(
  context: AppContext,
  {
    id,
    text,
    by,
  }: { readonly id: string | undefined; readonly text: string; readonly by: CustomerAct },
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const own = ownCase(id === undefined ? undefined : await lockCase(tx, id), by.customerId);
    const row = requireOpenCase(own, "customer");
    const last = (await selectSteps(tx, row.id)).at(-1);
    if (last?.act === "answered" && last.note === text) {
      return;
    }
    await takeAnswer(context, tx, row, { item: "explanation", by });
    await recordAct(context, tx, row, {
      by: customerActor(by),
      act: "answered",
      audit: "case.answer",
      note: text,
    });
  });
}

/**
 * Marks an item as received. Since this changes what is being decided, earlier approvals become
 * void. Once no items are missing, the clock resumes with the remaining time.
 */
export async function takeAnswer(
  context: AppContext,
  tx: Tx,
  row: CaseRow,
  { item, by }: { readonly item: CaseItem; readonly by: CustomerAct },
): Promise<void> {
  const now = context.clock.now();
  const missing = row.missing.filter((one) => one !== item);
  const isOurs = row.status === "waiting_customer" && missing.length === 0;
  await updateCase(tx, row.id, {
    missing,
    revision: row.revision + 1,
    changed_at: now,
    changed_by: by.username,
    ...(isOurs && {
      status: row.assignee === null ? "open" : "in_review",
      due_at: dueAfter(row.left_seconds ?? 0, now),
      left_seconds: null,
      answer_due_at: null,
    }),
  });
}
