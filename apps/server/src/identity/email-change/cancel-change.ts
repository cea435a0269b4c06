import { type AppContext, inTransaction } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { maskedEmail } from "./email-change.policy.ts";
import { findOpenChange, lockChange, updateChange } from "./email-changes.repository.ts";

/**
 * Cancels the request that is waiting for its code, if there is one.
 *
 * @throws Refusal `email_change_reviewing` for a request under review, which is withdrawn through
 * its case
 */
export async function cancelChange(
  context: AppContext,
  { session, requestId }: { readonly session: Session; readonly requestId: string },
): Promise<void> {
  const { customerId, username } = session;
  await inTransaction(context.db, async (tx) => {
    const open = await findOpenChange(tx, customerId);
    const row = open === undefined ? undefined : await lockChange(tx, open.id);
    if (row?.status === "reviewing") {
      throw new Refusal("email_change_reviewing");
    }
    if (row?.status !== "code_sent") {
      return;
    }
    await updateChange(tx, row.id, { status: "cancelled", ended_at: context.clock.now() });
    await context.ledger.appendAudit(tx, [
      {
        action: "email_change_ended",
        actor: username,
        customerId,
        object: null,
        outcome: "ok",
        requestId,
        data: { address: maskedEmail(row.new_email) },
      },
    ]);
  });
}
