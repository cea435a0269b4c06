import { enqueueMail } from "../../adapters/mail/index.ts";
import { findMailAddresses } from "../../identity/people/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { wireId } from "../../platform/ids.ts";
import { everyRow } from "../../platform/paging/every-row.ts";
import { lockConversation, updateConversation } from "./conversations.repository.ts";
import { answerMail } from "./inbox/answer-mail.ts";
import { selectMailDue } from "./inbox/due-conversations.repository.ts";

/** Time, by the product's clock, after which an unread reply is announced by email. */
export const MAIL_AFTER_MS = 5 * 60_000;
const PAGE_SIZE = 100;
const MAIL_LIFETIME_SECONDS = 86_400;

/**
 * Emails a customer about an unread reply, unless they have read it in the meantime or have it on
 * screen.
 */
async function mailIfAway(context: AppContext, tx: Tx, id: string): Promise<boolean> {
  const now = context.clock.now();
  const conversation = await lockConversation(tx, id);
  const dueAt = conversation?.mail_due_at ?? null;
  if (conversation === undefined || dueAt === null || dueAt > now) {
    return false;
  }
  const { customer_id: customerId } = conversation;
  if (await context.events.isHeard(customerId)) {
    // The customer's console is showing the reply. Check again later, in case the customer leaves
    // without reading it.
    await updateConversation(tx, id, { mail_due_at: new Date(now.getTime() + MAIL_AFTER_MS) });
    return false;
  }
  const url = `${context.config.publicUrl}/customer-service?conversation=${wireId("con", id)}`;
  for (const { email, locale } of await findMailAddresses(tx, customerId)) {
    const mail = { to: email, locale, content: answerMail(url)[locale] };
    await enqueueMail(context, tx, mail, MAIL_LIFETIME_SECONDS);
  }
  await updateConversation(tx, id, { mail_due_at: null, mailed_at: now });
  return true;
}

/**
 * Emails offline customers about replies that have been unread for a while. After sending an email,
 * sends no other for the same conversation until the customer has read everything in it.
 *
 * @returns the number of emails sent
 */
export async function mailOfflineCustomers(context: AppContext): Promise<number> {
  const now = context.clock.now();
  const due = everyRow<{ id: string; customer_id: string }>(PAGE_SIZE, (after) =>
    selectMailDue(context.db.kysely, now, PAGE_SIZE, after),
  );
  let written = 0;
  for await (const { id } of due) {
    try {
      if (await inTransaction(context.db, (tx) => mailIfAway(context, tx, id))) {
        written += 1;
      }
    } catch (error) {
      // The conversation stays due. A failure must not delay the conversations after it.
      context.log.error(
        { err: error, conversation: id },
        "a mail about a reply could not be enqueued",
      );
    }
  }
  return written;
}
