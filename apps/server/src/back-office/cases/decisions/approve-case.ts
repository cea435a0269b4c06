import { requireUnlinked } from "../../../identity/people/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { handlerOf } from "../case-handlers.ts";
import { enqueueCaseMail } from "../case-mails.ts";
import {
  caseOf,
  findCase,
  insertApproval,
  lockCase,
  selectApprovals,
  updateCase,
} from "../cases.repository.ts";
import { operatorOf, recordAct } from "../record-act.ts";
import type { Decider } from "../review-case.ts";
import type { CaseRow } from "../reviews.tables.ts";
import { decidedBy } from "./decided-by.ts";
import { requireOpenCase, requireRevision } from "./require-case.ts";

interface Approval {
  readonly id: string | undefined;
  /** The revision that the operator saw. */
  readonly revision: number;
  readonly by: Decider;
}

/**
 * Approves a case at a revision and acts on its subject in the same transaction. If two approvals
 * are needed, the first one is only recorded; the second one, by another operator, takes effect.
 *
 * @throws Refusal `not_found`, `case_decided`, `case_changed`, `case_needs_another`,
 * `linked_by_invitation`, and whatever the subject's handler throws
 */
export async function approveCase(context: AppContext, approval: Approval): Promise<CaseRow> {
  const { id } = approval;
  const row = id === undefined ? undefined : await findCase(context.db.kysely, id);
  if (row === undefined) {
    throw new Refusal("not_found");
  }
  const handler = handlerOf(context, row.kind);
  const commit = async (preparation: Preparation | undefined) => {
    const done = await inTransaction(context.db, (tx) =>
      approveWithin(context, tx, { ...approval, id: row.id }, preparation),
    );
    done?.committed?.();
    return done?.row;
  };
  if (handler.prepareApproval === undefined) {
    return (await commit({ prepared: undefined })) ?? row;
  }
  // The first of two approvals, a retry, and a refusal need no preparation.
  const settled = await commit(undefined);
  if (settled !== undefined) {
    return settled;
  }
  const approved = await handler.prepareApproval(context, caseOf(row), (prepared) =>
    commit({ prepared }),
  );
  return approved ?? row;
}

/** The value that the handler prepared outside the transaction. */
interface Preparation {
  readonly prepared: unknown;
}

interface Approved {
  readonly row: CaseRow;
  /** Called after the transaction has committed. */
  readonly committed?: () => void;
}

/**
 * Approves within a transaction. If the handler first has to prepare the approval, writes nothing
 * and returns undefined.
 */
async function approveWithin(
  context: AppContext,
  tx: Tx,
  { id, revision, by }: Approval & { readonly id: string },
  preparation: Preparation | undefined,
): Promise<Approved | undefined> {
  const locked = await lockCase(tx, id);
  if (locked?.status === "approved" && isOwnWord(locked, by, revision)) {
    return { row: locked };
  }
  const row = requireOpenCase(locked, "operator");
  requireRevision(row, revision);
  const approvals = await selectApprovals(tx, row);
  const hasHadWord = approvals.some(({ operator_id: one }) => one === by.operatorId);
  if (row.rejected_by_id === by.operatorId || hasHadWord) {
    throw new Refusal("case_needs_another");
  }
  if (row.needs_two) {
    if (approvals.length === 0) {
      return { row: await approveFirst(context, tx, row, by) };
    }
    const first = approvals.map(({ operator_id: one }) => one);
    await requireUnlinked(tx, by.operatorId, first);
  }
  if (preparation === undefined) {
    return undefined;
  }
  const handler = handlerOf(context, row.kind);
  const committed = await handler.approve(context, tx, caseOf(row), by, preparation.prepared);
  const now = context.clock.now();
  await insertApproval(tx, approvalOf(row, by, now));
  const change = decidedBy("approved", by, now);
  await updateCase(tx, row.id, change);
  await recordAct(context, tx, row, {
    by: operatorOf(by),
    act: "approved",
    audit: "case.approve",
    before: { status: row.status },
    after: { status: "approved" },
    data: { revision },
  });
  await enqueueCaseMail(context, tx, { kind: row.kind, customerId: row.customer_id }, "approved");
  return { row: { ...row, ...change }, ...(committed && { committed }) };
}

/**
 * Returns whether the same operator has already approved this revision, in which case this is a
 * retry that gets the same response.
 */
export function isOwnWord(row: CaseRow, by: Decider, revision: number): boolean {
  return row.decided_by_id === by.operatorId && row.revision === revision;
}

function approvalOf(
  { id, revision }: Pick<CaseRow, "id" | "revision">,
  { operatorId, actor }: Decider,
  at: Date,
) {
  return { case_id: id, revision, operator_id: operatorId, operator: actor, at };
}

/** Records the first of two approvals. Nothing else changes. */
export async function approveFirst<
  Row extends Pick<CaseRow, "id" | "kind" | "customer_id" | "status" | "revision">,
>(context: AppContext, tx: Tx, row: Row, by: Decider): Promise<Row> {
  const now = context.clock.now();
  await insertApproval(tx, approvalOf(row, by, now));
  const status = row.status === "open" ? "in_review" : row.status;
  const change = { status, changed_at: now, changed_by: by.actor };
  await updateCase(tx, row.id, change);
  await recordAct(context, tx, row, {
    by: operatorOf(by),
    act: "first_approval",
    audit: "case.first_approval",
    before: { status: row.status },
    after: { status },
    data: { revision: row.revision },
  });
  return { ...row, ...change };
}
