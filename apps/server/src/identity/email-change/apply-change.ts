import type { AppContext, Tx } from "../../platform/context.ts";
import { findPerson } from "../people/index.ts";
import { maskedEmail } from "./email-change.policy.ts";
import type { EmailChangeRow } from "./email-change.tables.ts";
import { tellOfChange } from "./email-change-mails.ts";
import { updateChange } from "./email-changes.repository.ts";
import { replaceEmail } from "./replace-email.ts";

/** The person who applies the change, for the audit log. */
interface Applier {
  readonly actor: string;
  /** The person's role; set only for an operator. */
  readonly role?: string;
  readonly requestId: string | null;
}

/**
 * Changes the email to the requested address, in the transaction that authorizes the change, and
 * notifies both addresses. Call the returned function after the commit.
 *
 * @param row locked and open
 * @throws Refusal `email_change_taken`, in which case the transaction must be rolled back
 */
export async function applyChange(
  context: AppContext,
  tx: Tx,
  row: EmailChangeRow,
  { actor, role, requestId }: Applier,
): Promise<() => void> {
  const { customer_id: customerId, person_id: personId, new_email: email } = row;
  const before = (await findPerson(tx, personId))?.email ?? row.old_email;
  const change = { personId, customerId, email, keptSessionId: row.session_id };
  const forget = await replaceEmail(context, tx, change);
  const ended = { status: "applied", session_id: row.session_id } as const;
  await updateChange(tx, row.id, { ...ended, ended_at: context.clock.now() });
  await context.ledger.appendAudit(tx, [
    {
      action: "email_changed",
      actor,
      customerId,
      object: null,
      outcome: "ok",
      requestId,
      data: {
        ...(role !== undefined && { role }),
        before: { email: maskedEmail(before) },
        after: { email: maskedEmail(email) },
      },
    },
  ]);
  await tellOfChange(context, tx, row);
  return forget;
}
