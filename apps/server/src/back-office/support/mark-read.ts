import type { Conversation } from "@tessera/contract/back-office/support.schemas";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { parseId } from "../../platform/ids.ts";
import { lockConversation, updateConversation } from "./conversations.repository.ts";
import { getConversation } from "./list-conversations.ts";
import { countAfter, findMessage } from "./messages.repository.ts";
import { tellBothSides } from "./tell-both-sides.ts";

interface Reading {
  readonly conversationId: string | undefined;
  /** Wire id of the last message that was read. */
  readonly upTo: string;
}

/**
 * Records how far one side has read. The position never moves backward.
 *
 * @param customerId the customer who read the messages; absent for operators
 * @throws Refusal `not_found`; `invalid_input` for a message from another conversation
 */
async function noteReading(
  context: AppContext,
  { conversationId: id, upTo }: Reading,
  customerId?: string,
): Promise<void> {
  const changed = await inTransaction(context.db, async (tx) => {
    const conversation = id === undefined ? undefined : await lockConversation(tx, id, customerId);
    if (conversation === undefined) {
      throw new Refusal("not_found");
    }
    const message = await findMessage(tx, conversation.id, parseId("msg", upTo) ?? "");
    const isDesk = customerId === undefined;
    if (message === undefined || (message.kind === "note" && !isDesk)) {
      throw new Refusal("invalid_input", { fields: [{ path: "upTo", code: "unknown_id" }] });
    }
    const { seq } = message;
    const readSeq = isDesk ? conversation.desk_read_seq : conversation.customer_read_seq;
    if (seq <= readSeq) {
      return undefined;
    }
    const ours = { conversationId: conversation.id, seq, fromDesk: !isDesk };
    const unread = await countAfter(tx, ours);
    await updateConversation(tx, conversation.id, {
      ...(isDesk
        ? { desk_read_seq: seq, desk_unread: unread }
        : { customer_read_seq: seq, customer_unread: unread }),
      // Everything has been read, so the next reply may be announced by email again.
      ...(!isDesk && unread === 0 && { mail_due_at: null, mailed_at: null }),
    });
    return { id: conversation.id, customerId: conversation.customer_id };
  });
  if (changed !== undefined) {
    await tellBothSides(context, changed);
  }
}

/**
 * Records how far a customer has read.
 *
 * @throws Refusal `not_found`; `invalid_input` for a message from another conversation
 */
export async function markRead(
  context: AppContext,
  customerId: string,
  reading: Reading,
): Promise<Conversation> {
  await noteReading(context, reading, customerId);
  return getConversation(context, customerId, reading.conversationId);
}

/**
 * Records how far operators have read.
 *
 * @throws Refusal `not_found`; `invalid_input` for a message from another conversation
 */
export async function markDeskRead(context: AppContext, reading: Reading): Promise<void> {
  await noteReading(context, reading);
}
