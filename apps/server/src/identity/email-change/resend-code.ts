import { type AppContext, inTransaction } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { requireNoSecurityHold } from "../security-hold/index.ts";
import type { EmailChangeRow } from "./email-change.tables.ts";
import { findOpenChange } from "./email-changes.repository.ts";
import { isLive, requirePerson } from "./get-change.ts";
import { mailCode } from "./mail-code.ts";

/**
 * Emails a new code for the pending request. The earlier code stops working.
 *
 * @throws Refusal `email_change_over` if no request is waiting for a code; `withdrawals_on_hold`
 */
export function resendCode(
  context: AppContext,
  session: Session,
): Promise<{ readonly email: string; readonly open: EmailChangeRow }> {
  return inTransaction(context.db, async (tx) => {
    await requireNoSecurityHold(tx, session.customerId);
    const { email, locale } = await requirePerson(tx, session);
    const open = await findOpenChange(tx, session.customerId);
    if (open?.status !== "code_sent" || !isLive(open, context.clock.now())) {
      throw new Refusal("email_change_over");
    }
    await mailCode(context, tx, open, locale);
    return { email, open };
  });
}
