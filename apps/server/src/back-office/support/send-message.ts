import type { Message, SendMessage } from "@tessera/contract/back-office/support.schemas";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { maskCardNumbers } from "../../platform/telemetry/masking.ts";
import { attachmentsOf } from "./attachments/attachments.repository.ts";
import { clientKey } from "./client-key.ts";
import { lockConversation, updateConversation } from "./conversations.repository.ts";
import type { CustomerWriter } from "./create-conversation.ts";
import { findMessageByKey } from "./messages.repository.ts";
import { presentMessage } from "./support.presenter.ts";
import { tellBothSides } from "./tell-both-sides.ts";
import { requireContent, writeMessage } from "./write-message.ts";

interface Sending {
  readonly writer: CustomerWriter;
  /** UUID; undefined if the requested id is not valid. */
  readonly conversationId: string | undefined;
  readonly body: SendMessage;
  readonly idempotencyKey: string;
}

/**
 * Writes a customer's message in one of their conversations, and reopens the conversation
 * regardless of its status. Repeated calls with the same key write only one message. Of a card
 * number in it, only the last four digits are kept.
 *
 * @throws Refusal `not_found`, `invalid_input`, `idempotency_mismatch`
 */
export async function sendMessage(
  context: AppContext,
  { writer, conversationId, body, idempotencyKey }: Sending,
): Promise<Message> {
  const { customerId } = writer;
  const { attachments = [] } = body;
  const text = maskCardNumbers(body.text);
  if (conversationId === undefined) {
    throw new Refusal("not_found");
  }
  const key = clientKey(writer.userId, conversationId, idempotencyKey);
  const message = await inTransaction(context.db, async (tx) => {
    const conversation = await lockConversation(tx, conversationId, customerId);
    if (conversation === undefined) {
      throw new Refusal("not_found");
    }
    requireContent(text, attachments);
    const earlier = await findMessageByKey(tx, key);
    if (earlier !== undefined && earlier.text !== text) {
      throw new Refusal("idempotency_mismatch");
    }
    const now = context.clock.now();
    const seq = conversation.last_seq + 1;
    const written =
      earlier ??
      (await writeMessage(tx, {
        ...{ conversationId, seq, kind: "message", fromDesk: false, writer },
        ...{ text, attachments, clientKey: key, now },
      }));
    if (earlier === undefined) {
      await updateConversation(tx, conversationId, {
        ...{ status: "open", snoozed_until: null, resolved_at: null },
        ...{ last_seq: seq, last_message_id: written.id, last_at: now },
        desk_unread: conversation.desk_unread + 1,
      });
    }
    return presentMessage(written, await attachmentsOf(tx, [written.id]), conversation);
  });
  await tellBothSides(context, { id: conversationId, customerId });
  return message;
}
