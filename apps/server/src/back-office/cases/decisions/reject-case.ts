import { type AppContext, inTransaction, type Tx } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { handlerOf } from "../case-handlers.ts";
import { enqueueCaseMail } from "../case-mails.ts";
import { caseOf, lockCase, updateCase } from "../cases.repository.ts";
import { operatorOf, recordAct } from "../record-act.ts";
import type { Decider } from "../review-case.ts";
import type { CaseRow } from "../reviews.tables.ts";
import { isOwnWord } from "./approve-case.ts";
import { decidedBy } from "./decided-by.ts";
import { requireOpenCase, requireRevision } from "./require-case.ts";

interface Rejection {
  readonly id: string | undefined;
  /** The revision that the operator saw. */
  readonly revision: number;
  /** The reason shown to the customer. */
  readonly reason: string;
  readonly by: Decider;
}

/**
 * Rejects a case at a revision and acts on its subject in the same transaction. A single rejection
 * is enough.
 *
 * @throws Refusal `not_found`, `case_decided`, `case_changed`; `case_needs_another` for the
 * operator who rejected it before the appeal
 */
export async function rejectCase(context: AppContext, rejection: Rejection): Promise<CaseRow> {
  return inTransaction(context.db, (tx) => rejectWithin(context, tx, rejection));
}

async function rejectWithin(
  context: AppContext,
  tx: Tx,
  { id, revision, reason, by }: Rejection,
): Promise<CaseRow> {
  const locked = id === undefined ? undefined : await lockCase(tx, id);
  if (locked?.status === "rejected" && isOwnWord(locked, by, revision)) {
    return locked;
  }
  const row = requireOpenCase(locked, "operator");
  requireRevision(row, revision);
  if (row.rejected_by_id === by.operatorId) {
    throw new Refusal("case_needs_another");
  }
  await handlerOf(context, row.kind).reject(context, tx, caseOf(row), { ...by, reason });
  const change = {
    ...decidedBy("rejected", by, context.clock.now()),
    decision_reason: reason,
    rejected_by_id: by.operatorId,
  };
  await updateCase(tx, row.id, change);
  await recordAct(context, tx, row, {
    by: operatorOf(by),
    act: "rejected",
    audit: "case.reject",
    note: reason,
    before: { status: row.status },
    after: { status: "rejected" },
    data: { revision },
  });
  await enqueueCaseMail(context, tx, { kind: row.kind, customerId: row.customer_id }, "rejected");
  return { ...row, ...change };
}
