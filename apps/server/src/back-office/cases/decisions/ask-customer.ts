import type { CaseItem } from "@tessera/contract/back-office/reviews.schemas";
import { type AppContext, inTransaction } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { enqueueCaseMail } from "../case-mails.ts";
import { secondsLeft } from "../case-time.policy.ts";
import { lockCase, updateCase } from "../cases.repository.ts";
import { isOperatorsOnly } from "../operators-only.policy.ts";
import { operatorOf, recordAct } from "../record-act.ts";
import type { Decider } from "../review-case.ts";
import type { CaseRow } from "../reviews.tables.ts";
import { requireOpenCase, requireRevision } from "./require-case.ts";

const DAY_MS = 86_400_000;

interface Question {
  readonly id: string | undefined;
  /** The revision that the operator saw. */
  readonly revision: number;
  readonly items: readonly CaseItem[];
  /** The note shown to the customer with the question. */
  readonly note: string | undefined;
  readonly days: number;
  readonly by: Decider;
}

/**
 * Asks the customer for information or documents. The clock stops until every item has been
 * received. If the customer does not answer in time, the case ends. Repeating the same question
 * changes nothing.
 *
 * @throws Refusal `not_found` (also for a type of case that only operators see), `case_decided`,
 * `case_changed`
 */
export async function askCustomer(context: AppContext, question: Question): Promise<CaseRow> {
  const { id, revision, by, days, note = null } = question;
  const items = [...new Set(question.items)];
  return inTransaction(context.db, async (tx) => {
    const row = requireOpenCase(id === undefined ? undefined : await lockCase(tx, id), "operator");
    requireRevision(row, revision);
    if (isOperatorsOnly(row.kind)) {
      throw new Refusal("not_found");
    }
    if (isAsked(row, items, note)) {
      return row;
    }
    const now = context.clock.now();
    const change = {
      status: "waiting_customer",
      asked: items,
      missing: items,
      asked_note: note,
      answer_due_at: new Date(now.getTime() + days * DAY_MS),
      left_seconds: row.due_at === null ? row.left_seconds : secondsLeft(row.due_at, now),
      due_at: null,
      changed_at: now,
      changed_by: by.actor,
    } as const;
    await updateCase(tx, row.id, change);
    await recordAct(context, tx, row, {
      by: operatorOf(by),
      act: "asked",
      audit: "case.ask",
      note,
      data: { items, days },
      before: { status: row.status },
      after: { status: change.status },
    });
    await enqueueCaseMail(context, tx, { kind: row.kind, customerId: row.customer_id }, "asked");
    return { ...row, ...change };
  });
}

function isAsked(row: CaseRow, items: readonly CaseItem[], note: string | null): boolean {
  return (
    row.status === "waiting_customer" &&
    row.asked_note === note &&
    row.asked.join() === items.join()
  );
}
