import type { CaseDetail, ReviewDetail } from "@tessera/contract/back-office/reviews.schemas";
import { findHeldPayment } from "../../authorization/approvals/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { parseId } from "../../platform/ids.ts";
import { findCase, selectSteps } from "./cases.repository.ts";
import { appealableUntil } from "./decisions/appeal-case.ts";
import { ownCase } from "./decisions/own-case.ts";
import { isOpen } from "./decisions/require-case.ts";
import { selectDocuments } from "./documents/documents.repository.ts";
import {
  presentCase,
  presentDocument,
  presentHeldPayment,
  presentSteps,
  subjectIdOf,
} from "./reviews.presenter.ts";

/**
 * Looks up a customer's held item by its wire id.
 *
 * @throws Refusal `not_found` if it does not exist or belongs to another customer
 */
export async function getReview(
  context: AppContext,
  customerId: string,
  id: string,
): Promise<ReviewDetail> {
  const paymentId = parseId("rev", id);
  if (paymentId === undefined) {
    return getOwnCase(context, customerId, parseId("case", id));
  }
  const found = await findHeldPayment(context.db.kysely, paymentId);
  if (found === undefined || found.customerId !== customerId) {
    throw new Refusal("not_found");
  }
  return presentHeldPayment(found.review, context.clock.now());
}

/**
 * Returns a case as its customer sees it.
 *
 * @throws Refusal `not_found`
 */
export async function getOwnCase(
  context: AppContext,
  customerId: string,
  id: string | undefined,
): Promise<CaseDetail> {
  const { kysely } = context.db;
  const row = ownCase(id === undefined ? undefined : await findCase(kysely, id), customerId);
  const [documents, steps] = await Promise.all([
    selectDocuments(kysely, row.id),
    selectSteps(kysely, row.id),
  ]);
  return {
    ...presentCase(row),
    subjectId: subjectIdOf(row),
    asked: row.asked,
    askedNote: row.asked_note,
    reason: row.decision_reason,
    decidedAt: row.decided_at?.toISOString() ?? null,
    canWithdraw: isOpen(row),
    appealUntil: appealableUntil(context, row)?.toISOString() ?? null,
    appealed: row.appealed_at !== null,
    documents: documents.map(presentDocument),
    steps: presentSteps(steps),
  };
}
