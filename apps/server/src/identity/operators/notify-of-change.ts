import { enqueueMail } from "../../adapters/mail/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import type { Administrator } from "./administrator.ts";
import { accessMail, type Notice, noticeMail } from "./operator-mails.ts";
import type { OperatorChange } from "./operator-standing.policy.ts";
import { type OperatorRow, selectActiveAdministrators } from "./operators.repository.ts";

const LIFETIME_SECONDS = 7 * 86_400;
const OPERATORS_PATH = "/system/operators";

/** Emails a notice to every active administrator except the one who made the change. */
export async function notifyAdministrators(
  context: AppContext,
  tx: Tx,
  notice: Notice,
  by: Pick<Administrator, "userId">,
): Promise<void> {
  const url = `${context.config.publicUrl}${notice.path ?? OPERATORS_PATH}`;
  const content = noticeMail(notice, url);
  const others = await selectActiveAdministrators(tx, by.userId ?? undefined);
  for (const { email: to, locale } of others) {
    await enqueueMail(context, tx, { to, locale, content: content[locale] }, LIFETIME_SECONDS);
  }
}

/** Emails the operator and the administrators a notice that the operator's access has changed. */
export async function notifyOfChange(
  context: AppContext,
  tx: Tx,
  { email: to, locale, username }: OperatorRow,
  { change, by }: { readonly change: OperatorChange; readonly by: Administrator },
): Promise<void> {
  const content = accessMail(change)[locale];
  await enqueueMail(context, tx, { to, locale, content }, LIFETIME_SECONDS);
  const notice = {
    what: change.kind,
    by: by.actor,
    about: username,
    ...(change.kind === "role" && { role: change.role }),
  };
  await notifyAdministrators(context, tx, notice, by);
}
