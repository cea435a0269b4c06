import type { AttachmentInput } from "@tessera/contract/back-office/support.schemas";
import type { DeskMessage, DeskReply } from "@tessera/contract/back-office/support-desk.schemas";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { attachmentsOf } from "./attachments/attachments.repository.ts";
import { clientKey } from "./client-key.ts";
import { lockConversation, updateConversation } from "./conversations.repository.ts";
import { type DeskActor, recordAct } from "./inbox/desk-actor.ts";
import { findMessageByKey, type WrittenMessage } from "./messages.repository.ts";
import { tellBothSides, tellDesk } from "./notify-both-sides.ts";
import { presentDeskMessage } from "./support.presenter.ts";
import type { ConversationRow } from "./support.tables.ts";
import { requireContent, writeMessage } from "./write-message.ts";

/** Time, by the product's clock, after which an unread reply is announced by email. */
export const MAIL_AFTER_MS = 5 * 60_000;

interface DeskWriting {
  readonly actor: DeskActor;
  /** UUID; undefined if the requested id is not valid. */
  readonly conversationId: string | undefined;
  readonly idempotencyKey: string;
}

interface Words {
  readonly kind: "message" | "note";
  readonly text: string;
  readonly attachments: readonly AttachmentInput[];
}

/** Writes an operator's message and applies its effects, only once per key. */
async function writeAtDesk(
  context: AppContext,
  { actor, conversationId: id, idempotencyKey }: DeskWriting,
  { kind, text, attachments }: Words,
  follow: (tx: Tx, conversation: ConversationRow, written: WrittenMessage) => Promise<void>,
): Promise<{ readonly message: DeskMessage; readonly customerId: string; readonly id: string }> {
  if (id === undefined) {
    throw new Refusal("not_found");
  }
  const key = clientKey(actor.userId, `${id} ${kind}`, idempotencyKey);
  return inTransaction(context.db, async (tx) => {
    const conversation = await lockConversation(tx, id);
    if (conversation === undefined) {
      throw new Refusal("not_found");
    }
    requireContent(text, attachments);
    const earlier = await findMessageByKey(tx, key);
    if (earlier !== undefined && earlier.text !== text) {
      throw new Refusal("idempotency_mismatch");
    }
    const { userId, username } = actor;
    const written =
      earlier ??
      (await writeMessage(tx, {
        ...{ conversationId: id, seq: conversation.last_seq + 1, kind, fromDesk: true, text },
        writer: { userId, username, ownerId: userId },
        ...{ attachments, clientKey: key, now: context.clock.now() },
      }));
    if (earlier === undefined) {
      await follow(tx, conversation, written);
      await recordAct(context, tx, actor, {
        action: kind === "note" ? "support.note" : "support.reply",
        customerId: conversation.customer_id,
        object: id,
        data: { message: written.id },
      });
    }
    const message = presentDeskMessage(
      written,
      await attachmentsOf(tx, [written.id]),
      conversation,
    );
    return { message, customerId: conversation.customer_id, id };
  });
}

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

/**
 * Adds a note that only operators can read.
 *
 * @throws Refusal `not_found`, `invalid_input`, `idempotency_mismatch`
 */
export async function addNote(
  context: AppContext,
  { text, ...writing }: DeskWriting & { readonly text: string },
): Promise<DeskMessage> {
  const words = { kind: "note", text, attachments: [] } as const;
  const { message, id } = await writeAtDesk(context, writing, words, (tx, { id: of }, { seq }) =>
    updateConversation(tx, of, { last_seq: seq }),
  );
  await tellDesk(context, { id });
  return message;
}
