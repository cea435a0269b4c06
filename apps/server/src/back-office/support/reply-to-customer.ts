import type { DeskMessage, DeskReply } from "@tessera/contract/back-office/support-desk.schemas";
import type { AppContext } from "../../platform/context.ts";
import { updateConversation } from "./conversations.repository.ts";
import { MAIL_AFTER_MS } from "./mail-offline-customers.ts";
import { tellBothSides } from "./tell-both-sides.ts";
import { type DeskWriting, writeAtDesk } from "./write-at-desk.ts";

/**
 * Replies to a customer. Assigns the conversation to the operator if nobody is assigned yet. The
 * conversation then waits for the customer, unless `status` says otherwise.
 *
 * @throws Refusal `not_found`, `invalid_input`, `idempotency_mismatch`
 */
export async function replyToCustomer(
  context: AppContext,
  { body, ...writing }: DeskWriting & { readonly body: DeskReply },
): Promise<DeskMessage> {
  const { text, attachments = [], status = "pending" } = body;
  const words = { kind: "message", text, attachments } as const;
  const { message, ...changed } = await writeAtDesk(
    context,
    writing,
    words,
    async (tx, conversation, written) => {
      const now = written.created_at;
      const mailDueAt = conversation.mail_due_at ?? new Date(now.getTime() + MAIL_AFTER_MS);
      await updateConversation(tx, conversation.id, {
        ...{ status, snoozed_until: null, resolved_at: status === "resolved" ? now : null },
        ...{ last_seq: written.seq, last_message_id: written.id, last_at: now },
        assignee_id: conversation.assignee_id ?? writing.actor.userId,
        customer_unread: conversation.customer_unread + 1,
        // An operator who replies has read all earlier messages.
        ...{ desk_read_seq: conversation.last_seq, desk_unread: 0 },
        mail_due_at: conversation.mailed_at === null ? mailDueAt : null,
      });
    },
  );
  await tellBothSides(context, changed);
  return message;
}
