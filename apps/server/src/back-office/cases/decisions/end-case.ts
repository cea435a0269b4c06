import { type AppContext, inTransaction } from "../../../platform/context.ts";
import { handlerOf } from "../case-handlers.ts";
import { enqueueCaseMail } from "../case-mails.ts";
import { caseOf, lockCase } from "../cases.repository.ts";
import { BY_ITSELF, customerActor } from "../record-act.ts";
import { writeEnd } from "./close-case.ts";
import type { CustomerAct } from "./own-case.ts";
import { ownCase } from "./own-case.ts";
import { isOpen, requireOpenCase } from "./require-case.ts";

/**
 * Withdraws a customer's request and releases whatever was held for it. Repeating the call changes
 * nothing.
 *
 * @throws Refusal `not_found`, `case_decided`
 */
export async function withdrawCase(
  context: AppContext,
  { id, by }: { readonly id: string | undefined; readonly by: CustomerAct },
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const own = ownCase(id === undefined ? undefined : await lockCase(tx, id), by.customerId);
    if (own.status === "withdrawn") {
      return;
    }
    const row = requireOpenCase(own, "customer");
    await handlerOf(context, row.kind).end(context, tx, caseOf(row), "withdrawn");
    await writeEnd(context, tx, row, { how: "withdrawn", by: customerActor(by) });
  });
}

/**
 * Ends a case whose customer did not answer in time. Does nothing if the customer has answered in
 * the meantime.
 */
export async function expireCase(context: AppContext, id: string): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const row = await lockCase(tx, id);
    const now = context.clock.now();
    const isDue = row?.answer_due_at != null && row.answer_due_at <= now;
    if (row === undefined || !isOpen(row) || !isDue) {
      return;
    }
    await handlerOf(context, row.kind).end(context, tx, caseOf(row), "expired");
    await writeEnd(context, tx, row, { how: "expired", by: BY_ITSELF });
    const about = { kind: row.kind, customerId: row.customer_id };
    await enqueueCaseMail(context, tx, about, "expired");
  });
}
