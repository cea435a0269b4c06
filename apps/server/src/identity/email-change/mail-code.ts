import { CODE_LIFETIME_SECONDS } from "@tessera/contract/constants";
import type { Locale } from "@tessera/contract/errors/locales";
import { enqueueMail } from "../../adapters/mail/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { issueCode } from "../email-codes/index.ts";
import { findPersonByName } from "../people/index.ts";
import type { EmailChangeRow } from "./email-change.tables.ts";
import { codeMail, takenMail } from "./email-change-mails.ts";

/**
 * Returns the owner id for a request's code. Each request has its own codes, even for the same
 * address, so that a new code does not invalidate another request's code.
 */
export function codeOwner({ id, new_email: email }: EmailChangeRow): string {
  return `${id}\n${email}`;
}

/**
 * Emails a code to the requested address. If the address is taken, emails its owner instead. Both
 * cases do the same amount of work and send one email, so that the requester cannot tell them
 * apart.
 */
export async function mailCode(
  context: AppContext,
  tx: Tx,
  row: EmailChangeRow,
  locale: Locale,
): Promise<void> {
  const to = row.new_email;
  const owner = await findPersonByName(tx, to);
  const code = await issueCode(context, tx, "email_change", codeOwner(row));
  const mail =
    owner === undefined
      ? { to, locale, content: codeMail(code)[locale] }
      : { to, locale: owner.locale, content: takenMail()[owner.locale] };
  await enqueueMail(context, tx, mail, CODE_LIFETIME_SECONDS);
}
