import { closeCase } from "../../back-office/cases/index.ts";
import type { StopHandler } from "../../money-movement/payouts/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { findPerson } from "../people/index.ts";
import { maskedEmail } from "./email-change.policy.ts";
import type { EmailChangeRow } from "./email-change.tables.ts";
import {
  findOpenChange,
  lockChange,
  markRestored,
  updateChange,
} from "./email-changes.repository.ts";
import { restoreEmail } from "./replace-email.ts";

/**
 * Handles “not me” for email changes. Ends the open change. Also undoes the change that the email
 * was about, together with all later changes, so that the password reset needed to lift the hold
 * goes to the owner's address.
 */
export const stopEmailChanges: StopHandler = async (context, tx, alarm) => {
  await stopOpen(context, tx, alarm);
  const about = await lockChange(tx, alarm.aboutId);
  if (about?.status === "applied" && about.customer_id === alarm.customerId) {
    await restore(context, tx, about, alarm.requestId);
  }
};

type Stopping = Parameters<StopHandler>[2];

async function stopOpen(
  context: AppContext,
  tx: Tx,
  { customerId, requestId }: Stopping,
): Promise<void> {
  const open = await findOpenChange(tx, customerId);
  if (open === undefined) {
    return;
  }
  // Closes the case first, so that locks are taken in the same order as when an operator decides a
  // case.
  await closeCase(context, tx, { kind: "profile_change", subjectId: open.id }, "withdrawn");
  const row = await lockChange(tx, open.id);
  if (row?.ended_at === null) {
    await updateChange(tx, row.id, { status: "cancelled", ended_at: context.clock.now() });
    const data = { address: maskedEmail(row.new_email) };
    await record(context, tx, { action: "email_change_ended", customerId, requestId, data });
  }
}

async function restore(
  context: AppContext,
  tx: Tx,
  row: EmailChangeRow,
  requestId: string,
): Promise<void> {
  const { customer_id: customerId, old_email: email } = row;
  const before = (await findPerson(tx, row.person_id))?.email ?? row.new_email;
  if (!(await restoreEmail(context, tx, row.person_id, email))) {
    context.log.warn({ customer: customerId }, "a former email belongs to another customer by now");
    return;
  }
  await markRestored(tx, row);
  const data = {
    before: { email: maskedEmail(before) },
    after: { email: maskedEmail(email) },
  };
  await record(context, tx, { action: "email_restored", customerId, requestId, data });
}

async function record(
  context: AppContext,
  tx: Tx,
  act: {
    readonly action: "email_change_ended" | "email_restored";
    readonly customerId: string;
    readonly requestId: string;
    readonly data: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const { customerId } = act;
  await context.ledger.appendAudit(tx, [
    { ...act, actor: "mailed link", object: null, outcome: "ok" },
  ]);
  context.log.info({ customer: customerId, action: act.action }, "email change stopped");
}
