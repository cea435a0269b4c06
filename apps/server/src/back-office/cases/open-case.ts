import type { Insertable } from "kysely";
import type { AppContext, Tx } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { enqueueCaseMail } from "./case-mails.ts";
import { dueAtFor } from "./case-time.policy.ts";
import { insertCase } from "./cases.repository.ts";
import { approveFirst } from "./decisions/approve-case.ts";
import { BY_ITSELF, recordAct } from "./record-act.ts";
import type { Decider, ReviewCase } from "./review-case.ts";
import type { ReviewsTables } from "./reviews.tables.ts";

type NewCase = Pick<
  ReviewCase,
  "kind" | "subjectId" | "customerId" | "amountMinor" | "currency" | "reasons" | "needsTwo"
> & {
  /** Name by which the customer knows the subject, such as a nickname. Maximum 80 characters. */
  readonly label?: string;
  /** Operator who made the request. Their approval counts as the first of two. */
  readonly proposer?: Decider;
};

/**
 * Opens a case for operators to decide, in the transaction that puts the case's subject on hold. A
 * subject has only one open case at a time.
 *
 * @returns the UUID of the case
 */
export async function openCase(context: AppContext, tx: Tx, wanted: NewCase): Promise<string> {
  const now = context.clock.now();
  const row = {
    id: newId(now),
    kind: wanted.kind,
    subject_id: wanted.subjectId,
    customer_id: wanted.customerId,
    status: "open" as const,
    revision: 1,
    amount_minor: wanted.amountMinor,
    currency: wanted.currency,
    reasons: [...wanted.reasons],
    label: wanted.label ?? null,
    needs_two: wanted.needsTwo,
    opened_at: now,
    due_at: dueAtFor(wanted.kind, now),
    asked: [],
    missing: [],
    changed_at: now,
    changed_by: BY_ITSELF.actor,
  } satisfies Insertable<ReviewsTables["review_case"]>;
  if (!(await insertCase(tx, row))) {
    throw new Error(`${wanted.kind} ${wanted.subjectId} has an open case already`);
  }
  await recordAct(context, tx, row, {
    by: BY_ITSELF,
    act: "opened",
    audit: "case.open",
    data: { reasons: row.reasons },
    after: { status: row.status },
  });
  if (wanted.proposer !== undefined) {
    await approveFirst(context, tx, row, wanted.proposer);
  }
  await enqueueCaseMail(context, tx, { kind: row.kind, customerId: row.customer_id }, "opened");
  return row.id;
}
