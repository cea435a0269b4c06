import type {
  OperatorCaseDetail,
  OperatorReviewDetail,
} from "@tessera/contract/back-office/reviews.schemas";
import { findHeldPayment } from "../../authorization/approvals/index.ts";
import { findUsernames } from "../../identity/people/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { parseId, wireId } from "../../platform/ids.ts";
import { handlerOf } from "./case-handlers.ts";
import { caseOf, findCase, selectApprovals, selectSteps } from "./cases.repository.ts";
import { isOpen } from "./decisions/require-case.ts";
import { selectDocuments } from "./documents/documents.repository.ts";
import type { Decider } from "./review-case.ts";
import {
  presentDocument,
  presentHeldPayment,
  presentOperatorCase,
  presentOperatorStep,
  subjectIdOf,
} from "./reviews.presenter.ts";

const DECIDERS = ["reviewer", "administrator"];

/**
 * Looks up a held item by its wire id, for operators.
 *
 * @throws Refusal `not_found`
 */
export async function getOperatorReview(
  context: AppContext,
  id: string,
  by: Decider,
): Promise<OperatorReviewDetail> {
  const paymentId = parseId("rev", id);
  if (paymentId === undefined) {
    return getOperatorCase(context, parseId("case", id), by);
  }
  const { kysely } = context.db;
  const found = await findHeldPayment(kysely, paymentId);
  if (found === undefined) {
    throw new Refusal("not_found");
  }
  const names = await findUsernames(kysely, [found.customerId]);
  return {
    ...presentHeldPayment(found.review, context.clock.now()),
    customer: {
      id: wireId("cus", found.customerId),
      username: names.get(found.customerId) ?? "",
    },
    overdue: false,
  };
}

/**
 * Returns a case with its facts, documents and steps.
 *
 * @throws Refusal `not_found`
 */
export async function getOperatorCase(
  context: AppContext,
  id: string | undefined,
  by: Decider,
): Promise<OperatorCaseDetail> {
  const { kysely } = context.db;
  const row = id === undefined ? undefined : await findCase(kysely, id);
  if (row === undefined) {
    throw new Refusal("not_found");
  }
  const [names, approvals, documents, steps, facts] = await Promise.all([
    findUsernames(kysely, [row.customer_id]),
    selectApprovals(kysely, row),
    selectDocuments(kysely, row.id),
    selectSteps(kysely, row.id),
    handlerOf(context, row.kind).facts(context, kysely, caseOf(row)),
  ]);
  const hasHadWord = approvals.some(({ operator_id: one }) => one === by.operatorId);
  const username = names.get(row.customer_id) ?? "";
  return {
    ...presentOperatorCase(row, { now: context.clock.now(), username, approvals }),
    subjectId: subjectIdOf(row),
    asked: row.asked,
    askedNote: row.asked_note,
    reason: row.decision_reason,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at?.toISOString() ?? null,
    changedBy: row.changed_by,
    changedAt: row.changed_at.toISOString(),
    facts,
    documents: documents.map(presentDocument),
    steps: steps.map(presentOperatorStep),
    canDecide:
      DECIDERS.includes(by.role) &&
      isOpen(row) &&
      !hasHadWord &&
      row.rejected_by_id !== by.operatorId,
  };
}
